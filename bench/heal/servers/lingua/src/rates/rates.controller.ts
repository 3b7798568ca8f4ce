import { Controller, Get, Inject } from '@nestjs/common';
import { Public } from '../auth/roles.decorator';
import { SETTINGS, type Settings } from '../config/settings';
import { RatesService } from './rates.service';

@Controller()
export class RatesController {
  constructor(
    @Inject(RatesService) private readonly rates: RatesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Public()
  @Get('health')
  health() {
    return { status: 'ok', agency: this.settings.agency };
  }

  @Public()
  @Get('languages')
  languages() {
    return this.rates.list();
  }
}
