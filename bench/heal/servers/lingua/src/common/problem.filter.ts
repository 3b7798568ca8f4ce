import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';

@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof HttpException) {
      const said = error.getResponse();
      const detail = typeof said === 'string' ? said : (said as { message?: string }).message;
      response.status(error.getStatus()).json({ status: error.getStatus(), detail });
      return;
    }
    console.error(error);
    response.status(500).json({ status: 500, detail: 'Something went wrong' });
  }
}
