import { check } from '../cases.test-helper.ts';
import { typeMember } from './type-member.ts';

const lacking = (name: string) => ({
  class: 'type' as const,
  message: `TS2339: Property '${name}' does not exist on type 'Stop'.`,
  named: { property: name },
});
const stops = (members: string) => ({
  'data/stops.json': '[{ "id": "HAR", "title": "Harbour", "zone": 1 }]\n',
  'stop.ts': `export interface Stop {\n  id: string;\n${members}}\n`,
  'show.ts':
    "import type { Stop } from './stop';\nexport const show = (stop: Stop) => [stop.id, stop.title, stop.zone];\n",
});

check(typeMember, [
  {
    name: 'a field that the interface alone calls otherwise',
    ...lacking('title'),
    files: stops('  label: string;\n  zone: number;\n'),
    at: [['show.ts', 'stop.‸title']],
    first: { 'stop.ts': /^ {2}title: string;\n {2}zone: number;$/m },
    together: true,
    ask: null,
  },
  {
    name: 'a field of the data that the interface has lost',
    ...lacking('zone'),
    files: stops('  title: string;\n'),
    at: [['show.ts', 'stop.‸zone']],
    first: { 'stop.ts': /^ {2}title: string;\n {2}zone: number;\n\}/m },
    together: true,
    ask: null,
  },
  {
    name: 'a field that nothing gives',
    ...lacking('colour'),
    files: stops('  label: string;\n'),
    at: [['show.ts', 'stop.‸title']],
    first: null,
  },
]);
