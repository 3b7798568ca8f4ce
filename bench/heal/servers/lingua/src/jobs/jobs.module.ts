import { forwardRef, Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { RatesModule } from '../rates/rates.module';
import { JobsController } from './jobs.controller';
import { JobsService } from './jobs.service';

@Module({
  imports: [RatesModule, forwardRef(() => ClientsModule)],
  controllers: [JobsController],
  providers: [JobsService],
  exports: [JobsService],
})
export class JobsModule {}
