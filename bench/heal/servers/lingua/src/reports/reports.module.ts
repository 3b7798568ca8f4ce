import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { JobsModule } from '../jobs/jobs.module';
import { RatesModule } from '../rates/rates.module';
import { ReportsController } from './reports.controller';
import { ReportsService } from './reports.service';

@Module({
  imports: [JobsModule, ClientsModule, RatesModule],
  controllers: [ReportsController],
  providers: [ReportsService],
})
export class ReportsModule {}
