export { default as hives } from './hives.js';
export { default as inspections } from './inspections.js';
export { default as reports } from './reports.js';
