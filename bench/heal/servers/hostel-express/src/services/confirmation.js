import { readFile } from 'node:fs/promises';
import { fill, fillTemplate } from '#lib/fill';
import { formatMoney } from '#lib/money';

const template = new URL('../templates/confirmation.txt', import.meta.url);

async function wordsOf(language) {
  const { default: words } = await import(`../../locales/${language}.json`, { with: { type: 'json' } });
  return words;
}

export function makeConfirmation({ staysService, guests, rooms, pricing, booking }) {
  return async function confirmation(id, language) {
    const stay = staysService.get(id);
    const guest = guests.byId(stay.guestId);
    const room = rooms.byCode(stay.roomCode);
    const words = await wordsOf(language ?? guest.preferences.language ?? booking.defaultLanguage);
    const values = {
      name: guest.fullName,
      room: room.title,
      from: stay.arrivesOn,
      to: stay.leavesOn,
      status: words.status[stay.status],
      total: formatMoney(stay.total, pricing.currency),
    };
    return fillTemplate(await readFile(template, 'utf8'), {
      greeting: fill(words.greeting, values),
      stay: fill(words.stay, values),
      total: fill(words.total, values),
    });
  };
}
