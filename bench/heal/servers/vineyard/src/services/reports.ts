import type { Config, Grade } from '../config/schema.js';
import { gradeOf, meanOechsle, totalKg, type Press } from '../domain/must.js';
import type { Load } from '../domain/types.js';
import type { Cellar } from '../store/cellar.js';

function groupBy<T>(rows: T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

export function vintageReport(cellar: Cellar, press: Press, { estate }: Config) {
  const loads = cellar.loadsWhere((load) => load.date.startsWith(String(estate.vintage)));
  const byGrape = groupBy(loads, (load) => cellar.plot(load.plot)!.grape);
  const grapes = [...byGrape].map(([grape, rows]) => ({
    grape,
    loads: rows.length,
    kg: totalKg(rows),
    litres: press.litresFrom(totalKg(rows)),
    oechsle: meanOechsle(rows),
  }));
  const days = loads.map((load) => load.date).sort();
  return {
    estate: estate.name,
    vintage: estate.vintage,
    kg: totalKg(loads),
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
    grapes: grapes.sort((a, b) => b.kg - a.kg),
  };
}

export function gradeReport(cellar: Cellar, grades: Grade[]) {
  const loads = cellar.loadsWhere(() => true);
  return grades.map((grade) => {
    const rows = loads.filter((load) => gradeOf(load.oechsle, grades) === grade.name);
    return { grade: grade.name, kg: totalKg(rows), best: bestOf(rows)?.id ?? null };
  });
}

function bestOf(loads: Load[]): Load | undefined {
  return loads.toSorted((a, b) => b.oechsle - a.oechsle)[0];
}

export function* csvLines(cellar: Cellar): Generator<string> {
  yield 'id,date,plot,kg,oechsle,crew';
  for (const load of cellar.loadsWhere(() => true)) {
    const plot = cellar.plot(load.plot)!;
    yield [load.id, load.date, plot.name, load.kg.toFixed(0), load.oechsle, load.crew ?? ''].join(',');
  }
}
