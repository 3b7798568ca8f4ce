import { Controller, Get, Inject, Query } from '@nestjs/common';
import { Roles } from '../auth/roles.decorator';
import { MonthPipe } from '../common/pipes';
import { ReportsService } from './reports.service';

@Controller('reports')
export class ReportsController {
  constructor(@Inject(ReportsService) private readonly reports: ReportsService) {}

  @Get('month')
  @Roles('finance')
  month(@Query('month', MonthPipe) month: string) {
    return this.reports.month(month);
  }

  @Get('workload')
  @Roles('manager', 'finance')
  workload() {
    return this.reports.workload();
  }

  @Get('clients')
  @Roles('finance')
  clients() {
    return this.reports.byClient();
  }
}
