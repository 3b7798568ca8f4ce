import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';
import { ErrorLogFilter } from './common/error-log.filter';

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
  app.useGlobalFilters(new ErrorLogFilter());
  await app.listen(process.env.PORT ?? 3000);
}

void bootstrap();
