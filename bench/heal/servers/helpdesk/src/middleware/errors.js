import { HttpError } from '../core/http-error.js';

export async function errors(context, next) {
  try {
    await next();
  } catch (error) {
    if (error instanceof HttpError) {
      context.status = error.status;
      context.body = { error: error.message };
      return;
    }
    console.error(error);
    context.status = 500;
    context.body = { error: 'something went wrong' };
  }
}
