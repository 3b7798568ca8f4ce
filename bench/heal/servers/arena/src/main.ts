import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.ts';
import { AllErrors } from './common/all-errors.filter.ts';

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
app.useGlobalFilters(new AllErrors());
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT ?? 3000));
console.log(`arena listens at ${await app.getUrl()}`);
