import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';

@Injectable()
export class WholePipe implements PipeTransform<string | undefined, number> {
  constructor(private readonly fallback: number) {}

  transform(value: string | undefined): number {
    if (value === undefined) return this.fallback;
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1) throw new BadRequestException('a whole number above 0 is needed');
    return number;
  }
}
