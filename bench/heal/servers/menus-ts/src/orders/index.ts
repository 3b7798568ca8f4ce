export * from './order-schema.js';
export * from './order-service.js';
