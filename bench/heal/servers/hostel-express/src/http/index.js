export { default as roomsRoutes } from './rooms.routes.js';
export { default as staysRoutes } from './stays.routes.js';
export { default as reportsRoutes } from './reports.routes.js';
export { onError, NotFound } from './errors.js';
