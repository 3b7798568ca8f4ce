import { translator } from '#lib/i18n';

export const language =
  ({ fallback, supported }) =>
  (req, res, next) => {
    const wanted = req.query.lang;
    req.language = supported.includes(wanted) ? wanted : fallback;
    req.t = translator(req.language);
    next();
  };
