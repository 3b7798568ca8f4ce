import { readFile } from 'node:fs/promises';

const file = new URL('../../data/cards.json', import.meta.url);

export async function cardOf(number) {
  const cards = JSON.parse(await readFile(file, 'utf8'));
  return cards.find(({ card }) => card === number);
}
