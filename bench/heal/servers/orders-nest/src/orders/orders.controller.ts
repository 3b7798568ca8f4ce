import { BadRequestException, Body, Controller, Get, Inject, Param, ParseIntPipe, Post, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from '../common/api-key.guard';
import type { Item } from '../common/store';
import { OrdersService } from './orders.service';

interface NewOrder {
  customerId?: number;
  items?: Item[];
}

@Controller('orders')
export class OrdersController {
  constructor(@Inject(OrdersService) private readonly orders: OrdersService) {}

  @Get()
  list(): object[] {
    return this.orders.list();
  }

  @Get(':id')
  async find(@Param('id', ParseIntPipe) id: number): Promise<object> {
    const order = await this.orders.find(id);
    return { ...this.orders.present(order), lines: order.items.map((item) => `${item.count} × ${item.name}`) };
  }

  @Post()
  @UseGuards(ApiKeyGuard)
  place(@Body() body: NewOrder): object {
    const { customerId, items } = body;
    if (!Array.isArray(items) || items.length === 0) throw new BadRequestException('items are missing');
    if (items.some(({ count }) => !(count > 0))) throw new BadRequestException('count must be positive');
    return this.orders.place(Number(customerId), items);
  }
}
