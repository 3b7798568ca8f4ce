import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';
import { settings } from '../settings.ts';

@Injectable()
export class SeasonPipe implements PipeTransform<string | undefined, string> {
  transform(value: string | undefined): string {
    const season = value ?? settings.season;
    if (!/^s\d+$/.test(season)) throw new BadRequestException('season must look like s4');
    return season;
  }
}
