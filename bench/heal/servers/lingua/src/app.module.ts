import { Module } from '@nestjs/common';
import { AuthModule } from './auth/auth.module';
import { ClientsModule } from './clients/clients.module';
import { CommonModule } from './common/common.module';
import { JobsModule } from './jobs/jobs.module';
import { RatesModule } from './rates/rates.module';
import { ReportsModule } from './reports/reports.module';

@Module({
  imports: [CommonModule, AuthModule, RatesModule, JobsModule, ClientsModule, ReportsModule],
})
export class AppModule {}
