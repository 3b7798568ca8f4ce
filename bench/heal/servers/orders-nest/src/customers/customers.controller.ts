import { Controller, Get, Inject, Param, ParseIntPipe } from '@nestjs/common';
import { CustomersService } from './customers.service';

@Controller('customers')
export class CustomersController {
  constructor(@Inject(CustomersService) private readonly customers: CustomersService) {}

  @Get(':id')
  async find(@Param('id', ParseIntPipe) id: number): Promise<object> {
    const { name, tier } = this.customers.find(id);
    return { id, name, tier: tier.toUpperCase() };
  }

  @Get(':id/summary')
  async summary(@Param('id', ParseIntPipe) id: number): Promise<object> {
    return this.customers.summary(id);
  }
}
