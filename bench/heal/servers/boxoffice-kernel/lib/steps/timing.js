'use strict';

const { performance } = require('node:perf_hooks');

exports.timing = () => async (ctx, next) => {
  const start = performance.now();
  ctx.state.elapsed = () => performance.now() - start;
  await next();
};
