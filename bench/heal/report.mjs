/** The tables of a run: by cause, by server, and the totals with their goals. */
import { cpus, loadavg } from 'node:os';
import { median } from '../lib.mjs';

export const mechanical = ['name', 'path', 'import', 'syntax', 'config', 'dependency', 'file'];
/** Of what is not to be changed. */
const aloneWords = ['right', 'told-otherwise', 'missed', 'wrong'];
const words = ['right', 'wrong', 'asked-right', 'asked-wrong', 'asked', 'declined', 'missed'];

export function report(results, half) {
  const [load] = loadavg();
  return [
    `${{ dev: 'Development half', record: 'Record half' }[half] ?? (results[0]?.operator ? 'Mutants' : 'Both halves')}, ${results.length} cases, ${new Date().toISOString().slice(0, 16)}Z; ` +
      `${cpus().length} cores, load ${load.toFixed(1)}, Node ${process.version}.`,
    totals(results),
    '### Repairable, by cause',
    table(results.filter(isRepairable), 'cause'),
    '### Repairable, by server',
    table(results.filter(isRepairable), 'server'),
    ...(results.some(({ operator }) => operator) ? ['### Repairable, by operator', table(results, 'operator')] : []),
    '### Not to be changed, by cause',
    aloneTable(results.filter((one) => !isRepairable(one))),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const isRepairable = ({ expect }) => expect === 'repair';
const isFree = ({ result, tokens }) => result === 'right' && tokens === 0;
const share = (some, all) =>
  all.length === 0 ? '–' : `${some.length} of ${all.length} (${((100 * some.length) / all.length).toFixed(0)} %)`;

function totals(results) {
  const repairable = results.filter(isRepairable);
  const easy = repairable.filter(({ cause }) => mechanical.includes(cause));
  const alone = results.filter((one) => !isRepairable(one));
  const wrong = repairable.filter(({ result }) => result === 'wrong');
  const harmed = alone.filter(({ result }) => result === 'wrong');
  const boots = median(repairable.filter(isFree).map((one) => one.boots ?? Number.NaN));
  const row = (what, value, goal, met) => `| ${what} | ${value} | ${goal} | ${met ? 'yes' : 'NO'} |`;
  const atLeast = (some, all, percent) => some.length * 100 >= percent * all.length;
  return [
    '| total | value | goal | met |\n| --- | --- | --- | --- |',
    row(
      'right at zero tokens, all repairable',
      share(repairable.filter(isFree), repairable),
      '>= 60 %',
      atLeast(repairable.filter(isFree), repairable, 60),
    ),
    row(
      'right at zero tokens, mechanical',
      share(easy.filter(isFree), easy),
      '>= 90 %',
      atLeast(easy.filter(isFree), easy, 90),
    ),
    row('wrong', wrong.length, '0', wrong.length === 0),
    row('changed what must not be changed', `${harmed.length} of ${alone.length}`, '0', harmed.length === 0),
    `| boots of the server per right heal (median) | ${Number.isNaN(boots) ? '–' : boots.toFixed(1)} |  |  |`,
  ].join('\n');
}

function table(results, by) {
  const head = `| ${by} | cases | ${words.join(' | ')} |\n| --- | ${'--- | '.repeat(words.length + 1)}`.trimEnd();
  const names = [...new Set(results.map((one) => one[by]))].sort(order);
  const rows = names.map((name) => {
    const own = results.filter((one) => one[by] === name);
    const counts = words.map((word) => own.filter(({ result }) => result === word).length || '');
    return `| ${name} | ${own.length} | ${counts.join(' | ')} |`;
  });
  return results.length === 0 ? '' : [head, ...rows].join('\n');
}

/** The mechanical causes first, in their own order. */
function order(a, b) {
  const at = (name) => (mechanical.includes(name) ? mechanical.indexOf(name) : mechanical.length);
  return at(a) - at(b) || (a < b ? -1 : 1);
}

function aloneTable(results) {
  const names = [...new Set(results.map(({ cause }) => cause))].sort();
  const rows = names.map((name) => {
    const own = results.filter(({ cause }) => cause === name);
    const outcomes = [...new Set(own.map(({ outcome }) => outcome))].sort();
    const said = outcomes.map((word) => `${word} ${own.filter(({ outcome }) => outcome === word).length}`).join(', ');
    const counts = aloneWords.map((word) => own.filter(({ result }) => result === word).length || '');
    return `| ${name} | ${own.length} | ${counts.join(' | ')} | ${said} |`;
  });
  return results.length === 0
    ? ''
    : [`| cause | cases | ${aloneWords.join(' | ')} | outcome |`, `| ${'--- | '.repeat(7)}`.trimEnd(), ...rows].join(
        '\n',
      );
}
