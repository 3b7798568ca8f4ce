import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';

@Catch()
export class AllErrors implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const response = host.switchToHttp().getResponse();
    if (error instanceof HttpException) {
      response.status(error.getStatus()).json({ error: error.message });
      return;
    }
    console.error(error);
    response.status(500).json({ error: 'internal error' });
  }
}
