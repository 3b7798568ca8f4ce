/** Lines of INI and TOML that are none. */
import { check, contextOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { plainLines } from './plain-lines.ts';

const toml =
  '# prices\ncurrency = "EUR"\nrounding = 0.5\nsteps = [\n  1,\n  2\n]\nfrom = 2026-12-01\n\n[day]\nadult = 62\n';
const refused: Omit<Case, 'name' | 'first' | 'files'> = {
  class: 'unknown',
  message: 'Invalid TOML document: illegal character in key',
};
const slip = (from: string, to: string, right = toml): Case => ({
  ...refused,
  name: `TOML: ${JSON.stringify(to)} for ${JSON.stringify(from)}`,
  files: { 'config/tariff.toml': right.replace(from, to) },
  first: { 'config/tariff.toml': right },
});

check(plainLines, [
  slip('[day]', '[day'),
  slip('[day]', 'day]'),
  slip('rounding = 0.5', 'rounding: 0.5'),
  slip('currency = "EUR"', 'currency = EUR'),
  slip('currency = "EUR"', 'currency = "EUR'),
  slip('adult = 62', 'adult = 62,'),
  slip('open = true', 'open = True', toml.replace('\n[day]', 'open = true\n\n[day]')),
  {
    ...refused,
    name: 'a word that may be a flag or a text',
    files: { 'config/tariff.toml': toml.replace('\n[day]', 'open = yes\n\n[day]') },
    first: null,
  },
  { ...refused, name: 'TOML that can be read', files: { 'config/tariff.toml': toml }, first: null },
  {
    ...refused,
    name: 'two lines that are none',
    files: { 'config/tariff.toml': toml.replace('[day]', '[day').replace('= 0.5', ': 0.5') },
    first: null,
  },
  {
    ...refused,
    name: 'a text of several lines may hold such lines',
    files: { 'config/tariff.toml': `${toml}note = """\n[day\n"""\n` },
    first: null,
  },
  {
    ...refused,
    message: 'something else',
    name: 'a failure that speaks of no TOML',
    files: { 'config/tariff.toml': toml.replace('[day]', '[day') },
    first: null,
  },
]);

const ini = '; hire\n[sizes]\nsmallest = 28\n\n[hire]\ndeposit = 20\nnote = a: b\n';
const missed = (text: string, beforeReady: boolean): Omit<Case, 'name' | 'first'> => {
  const given: Omit<Case, 'name' | 'first'> = {
    class: 'type',
    message: "Cannot read properties of undefined (reading 'deposit')",
    named: { property: 'deposit', nullish: 'undefined' },
    files: { 'config/skates.ini': text },
  };
  const { signal } = contextOf({ ...given, name: '', first: null });
  return { ...given, context: { signal: { ...signal, beforeReady } } };
};

check(plainLines, [
  {
    ...missed(ini.replace('[hire]', '[hire'), true),
    name: 'INI: a head that lacks a bracket, missed as the program starts',
    first: { 'config/skates.ini': ini },
  },
  { ...missed(ini.replace('[hire]', '[hire'), false), name: 'INI: missed as a request is answered', first: null },
  { ...missed(ini, true), name: 'INI whose heads are whole', first: null },
]);
