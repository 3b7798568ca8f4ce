import type { Language } from '../core/i18n';

export const enum Category {
  Power = 'power',
  Hand = 'hand',
  Access = 'access',
}

export interface ToolRecord {
  code: string;
  name: Partial<Record<Language, string>> & { en: string };
  category: Category;
  worthCents: number;
  tags?: string[];
  retired?: boolean;
}

export class Tool {
  constructor(private readonly record: ToolRecord) {}

  get code(): string {
    return this.record.code;
  }

  get category(): Category {
    return this.record.category;
  }

  get worthCents(): number {
    return this.record.worthCents;
  }

  get retired(): boolean {
    return this.record.retired ?? false;
  }

  get tags(): string[] {
    return this.record.tags ?? [];
  }

  nameIn(language: Language): string {
    return this.record.name[language] ?? this.record.name.en;
  }

  matches(word: string): boolean {
    const lower = word.toLowerCase();
    return this.tags.includes(lower) || this.record.name.en.toLowerCase().includes(lower);
  }
}
