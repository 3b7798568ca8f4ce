import { check } from '../cases.test-helper.ts';
import { property } from './property.ts';

/** Two members of a row in one spelling, where the debugger saw those of the other. */
const hours = (text: string, keys: string[]) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'split')",
  named: { property: 'split', nullish: 'undefined' as const },
  files: { 'a.js': text },
  at: [['a.js', 'opens_at.‸split']] as const,
  facts: { drive: { keys } },
});

check(property, [
  {
    name: 'what else is read of it in the wrong spelling is respelt with it',
    ...hours("exports.hours = (drive) => [drive.opens_at.split(':'), drive.closes_at, drive.place];\n", [
      'opensAt',
      'closesAt',
      'place',
    ]),
    first: { 'a.js': "exports.hours = (drive) => [drive.opensAt.split(':'), drive.closesAt, drive.place];\n" },
  },
  {
    name: 'what it has in that spelling, and what is read of something else, stays',
    ...hours("exports.hours = (drive, row) => [drive.opens_at.split(':'), drive.held_on, row.closes_at];\n", [
      'opensAt',
      'closesAt',
      'held_on',
      'heldOn',
    ]),
    first: {
      'a.js': "exports.hours = (drive, row) => [drive.opensAt.split(':'), drive.held_on, row.closes_at];\n",
    },
  },
]);
