import { Controller, Get, Module } from '@nestjs/common';
import { CustomersModule } from './customers/customers.module';
import { OrdersModule } from './orders/orders.module';

@Controller()
class HealthController {
  @Get('health')
  health(): { status: string } {
    return { status: 'ok' };
  }
}

@Module({ imports: [OrdersModule, CustomersModule], controllers: [HealthController] })
export class AppModule {}
