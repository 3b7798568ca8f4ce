import { check } from '../recipes/cases.test-helper.ts';
import { property } from '../recipes/names/property.ts';

const types =
  'interface Person {\n  name: string;\n  age: number;\n}\ninterface Place {\n  city: string;\n}\ninterface Booking {\n  id: number;\n  participants: Person[];\n  notes: string[];\n  venue: Place;\n}\n';

/** A member that the type of a booking does not tell. */
const reading = (read: string, part: string, more = '', declared = types) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${part}')`,
  named: { property: part, nullish: 'undefined' as const },
  files: { 'a.ts': `${declared}export const say = (booking: Booking) => booking.${read};\n${more}` },
  at: [['a.ts', `booking.${read.replace(`.${part}`, `.‸${part}`)}`]] as const,
  facts: { booking: { keys: ['id', 'participants', 'notes', 'venue'] } },
});

check(property, [
  {
    name: 'the one list whose elements have what is read of each',
    ...reading('people.map((each) => each.name)', 'map'),
    first: { 'a.ts': /booking\.participants\.map/ },
  },
  {
    name: 'what is taken of each tells as well',
    ...reading('people.filter(({ age }) => age > 5)', 'filter'),
    first: { 'a.ts': /booking\.participants\.filter/ },
  },
  {
    name: 'the one object that has what is read on',
    ...reading('where.city', 'city'),
    first: { 'a.ts': /booking\.venue\.city/ },
  },
  { name: 'nothing is read of each', ...reading('people.map((each) => say(each))', 'map'), first: null },
  {
    name: 'nothing is read of each, and nothing else is there',
    ...reading('people.map((each) => say(each))', 'map', '', 'interface Booking {\n  participants: string[];\n}\n'),
    first: null,
  },
  { name: 'something else is read of each', ...reading('tags.map((each) => each.colour)', 'map'), first: null },
  {
    name: 'two lists may be meant',
    ...reading('people.map((each) => each.name)', 'map', '', types.replace('notes: string[]', 'guides: Person[]')),
    first: null,
  },
  {
    name: 'what something else gets by that name may be lost here',
    ...reading('people.map((each) => each.name)', 'map', 'export const club = { people: await all() };\n'),
    first: null,
  },
]);
