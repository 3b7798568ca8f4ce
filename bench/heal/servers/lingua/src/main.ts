import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';
import { ProblemFilter } from './common/problem.filter';
import { SETTINGS, type Settings } from './config/settings';

async function bootstrap() {
  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
  app.useGlobalFilters(new ProblemFilter());
  app.enableShutdownHooks();
  const settings = app.get<Settings>(SETTINGS);
  await app.listen(settings.port);
}

bootstrap().catch((error) => {
  console.error(error);
  process.exit(1);
});
