'use strict';

const { EventEmitter } = require('node:events');
const { fail } = require('./text');

class RequestDesk extends EventEmitter {
  #queue = [];
  #next = 1;

  constructor(store, rules) {
    super();
    this.store = store;
    this.rules = rules;
  }

  place(listener, trackId) {
    const track = this.store.find('tracks', trackId);
    const mine = this.waiting().filter((request) => request.listener === listener);
    if (mine.length >= this.rules.perListener) throw fail(429, `${listener} has ${mine.length} requests already`);
    const request = { number: this.#next++, listener, track, placedAt: Date.now() };
    this.#queue.push(request);
    this.emit('request', { number: request.number, track: track.id });
    return request;
  }

  waiting() {
    return this.#queue.slice();
  }

  dropOlderThan(minutes) {
    const limit = Date.now() - minutes * 60_000;
    this.#queue = this.#queue.filter((request) => request.placedAt >= limit);
  }
}

module.exports = { RequestDesk };
