import { NotFound } from '../http/errors.js';

export function makeRoomsService({ rooms, pricing }) {
  const describe = (room) => ({
    code: room.code,
    title: room.title,
    beds: room.beds,
    nightlyRate: room.nightlyRate,
    open: room.closedReason === null,
    note: room.closedReason?.toUpperCase() ?? null,
  });

  function find(code) {
    const room = rooms.byCode(code.toUpperCase());
    if (room === undefined) throw new NotFound(`No room ${code}`);
    return room;
  }

  return {
    list: ({ minBeds = 1 } = {}) => rooms.all().filter((room) => room.beds >= minBeds).map(describe),
    get: (code) => describe(find(code)),
    quote(code, { from, nights }) {
      return { room: code, ...pricing.quote(find(code), from, nights) };
    },
    find,
  };
}
