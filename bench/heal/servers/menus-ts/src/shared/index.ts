export { HttpError, badRequest, notFound } from './errors.js';
export { capitalize, price } from './format.js';
export { render } from './template.js';
