import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';
import { parseDay } from './days';

@Injectable()
export class MonthPipe implements PipeTransform<string | undefined, string> {
  transform(value: string | undefined): string {
    if (value === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) {
      throw new BadRequestException('month must look like 2026-03');
    }
    return value;
  }
}

export interface OrderBody {
  clientId: string;
  pair: string;
  title: string;
  words: number;
  rush: boolean;
  certified: boolean;
  received: string;
}

@Injectable()
export class OrderPipe implements PipeTransform<Record<string, unknown>, OrderBody> {
  transform(body: Record<string, unknown> = {}): OrderBody {
    const { clientId, pair, title = '', words, rush = false, certified = false, received } = body;
    if (typeof clientId !== 'string') throw new BadRequestException('clientId is missing');
    if (typeof pair !== 'string') throw new BadRequestException('pair is missing');
    if (!Number.isInteger(words) || (words as number) < 1) throw new BadRequestException('words must be a whole number');
    if (typeof rush !== 'boolean' || typeof certified !== 'boolean') {
      throw new BadRequestException('rush and certified are yes or no');
    }
    try {
      parseDay(String(received));
    } catch {
      throw new BadRequestException('received must be a day');
    }
    return { clientId, pair, title: String(title).trim(), words: words as number, rush, certified, received: String(received) };
  }
}
