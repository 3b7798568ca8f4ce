import en from '../../locales/en.json';
import de from '../../locales/de.json';

export type Key = keyof typeof en;
export type Language = 'en' | 'de';

const catalogs: Record<Language, Partial<Record<Key, string>>> = { en, de };

export function languageOf(header: string | undefined, known: readonly string[]): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.split(';')[0].trim().slice(0, 2).toLowerCase());
  return (wanted.find((one) => known.includes(one)) ?? 'en') as Language;
}

export function translate(language: Language, key: Key, params: Record<string, string | number> = {}): string {
  const text = catalogs[language][key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (_match, name: string) => String(params[name]));
}
