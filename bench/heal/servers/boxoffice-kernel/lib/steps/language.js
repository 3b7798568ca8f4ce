'use strict';

module.exports = (translator) => (ctx, next) => {
  const asked = ctx.url.searchParams.get('lang');
  const language = translator.has(asked) ? asked : translator.pick(ctx.req.headers['accept-language']);
  ctx.state.language = language;
  ctx.state.t = (key, values) => translator.say(language, key, values);
  return next();
};
