import { Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

@Injectable()
export class Templates {
  async render(name: string, values: Record<string, string | number>): Promise<string> {
    const text = await readFile(join(__dirname, '..', '..', 'templates', `${name}.txt`), 'utf8');
    return text.replace(/\{\{(\w+)\}\}/g, (_, key) => String(values[key] ?? ''));
  }
}
