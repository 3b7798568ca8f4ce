'use strict';

const members = [
  { id: '1', name: 'Ines Prado', voice: 'alto' },
  { id: '2', name: 'Tom Lund', voice: 'bass' },
];

const findMember = (id) => members.find((member) => member.id === id) ?? null;

module.exports = { members, findMember };
