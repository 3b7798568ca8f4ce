'use strict';

const { table } = require('../data/points.json');

/** Points of the tracks, the best first. */
exports.run = ({ store }) => {
  const rows = store.table('tracks').map((track) => ({
    title: track.title,
    artist: track.artist.name,
    points: track.plays.reduce((sum, place) => sum + (table[place] ?? 0), 0),
  }));
  rows.sort((a, b) => b.points - a.points);
  store.set('charts', rows.map((row, index) => ({ place: index + 1, ...row })));
};
