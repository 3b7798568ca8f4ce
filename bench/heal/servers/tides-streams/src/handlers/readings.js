'use strict';

const { pipeline } = require('stream/promises');
const { Readable } = require('stream');
const { CsvReader, CsvWriter } = require('../csv');
const { badRequest } = require('../errors');

function toReading({ at, level, note }, maxLevel) {
  const time = new Date(at);
  const height = Number(level);
  if (Number.isNaN(time.getTime())) throw badRequest('at is no time');
  if (level === '' || Number.isNaN(height) || Math.abs(height) > maxLevel) throw badRequest('level is no level');
  return { at: time, level: height, note: note || null };
}

function span({ from, to }) {
  return { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
}

function readingHandlers({ store, config }) {
  const { maxLevel, pageSize } = config.readings;

  return {
    async list({ params, query }) {
      const readings = store.readingsOf(params.code, span(query));
      const page = Number(query.page || 1);
      const rows = readings.slice((page - 1) * pageSize, page * pageSize);
      return {
        body: {
          page,
          pages: Math.ceil(readings.length / pageSize),
          readings: rows.map(({ at, level, note }) => ({ at: at.toISOString(), level, note })),
        },
      };
    },

    async add({ params, json }) {
      const reading = toReading(json, maxLevel);
      const count = store.add(params.code, reading);
      return { status: 201, body: { count, at: reading.at.toISOString() } };
    },

    async importCsv({ params, request }) {
      const station = store.station(params.code);
      const rows = [];
      await pipeline(request, new CsvReader(), async (source) => {
        for await (const row of source) rows.push(toReading(row, maxLevel));
      });
      for (const row of rows) store.add(station.code, row);
      return { status: 201, body: { imported: rows.length, last: rows.length ? rows.at(-1).at.toISOString() : null } };
    },

    async exportCsv({ params, query, response }) {
      const readings = store.readingsOf(params.code, span(query));
      response.writeHead(200, { 'content-type': 'text/csv' });
      await pipeline(Readable.from(readings), new CsvWriter(config.exports), response);
      return null;
    },
  };
}

module.exports = { readingHandlers };
