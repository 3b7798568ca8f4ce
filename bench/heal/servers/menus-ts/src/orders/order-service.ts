import { settings } from '../config/index.js';
import { menus } from '../menus/index.js';
import { HttpError, badRequest, price, render } from '../shared/index.js';
import type { OrderInput } from './order-schema.js';

export interface Order extends OrderInput {
  id: number;
  total: number;
}

const orders: Order[] = [];

export function placeOrder(input: OrderInput): Order {
  if (input.count > settings.orders.maxPerPerson) throw badRequest(`At most ${settings.orders.maxPerPerson}`);
  const dish = menus.dish(input.dish);
  const percent = settings.orders.discounts[input.group] ?? 0;
  const total = Math.round(dish.price * input.count * (100 - percent)) / 100;
  const order = { ...input, id: orders.length + 1, total };
  orders.push(order);
  return order;
}

export function findOrder(id: number): Order {
  const order = orders.find((one) => one.id === id);
  if (!order) throw new HttpError(404, 'No such order');
  return order;
}

export function receipt(id: number): Promise<string> {
  const order = findOrder(id);
  return render('receipt.txt', {
    canteen: settings.canteen.name,
    count: order.count,
    title: menus.dish(order.dish).title,
    total: price(order.total),
  });
}
