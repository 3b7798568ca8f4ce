import { Module } from '@nestjs/common';
import { FxService } from './fx.service';
import { RatesController } from './rates.controller';
import { RatesService } from './rates.service';

@Module({
  controllers: [RatesController],
  providers: [RatesService, FxService],
  exports: [RatesService, FxService],
})
export class RatesModule {}
