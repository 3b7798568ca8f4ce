'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { compile } = require('./lib/compile');

/** Templates with partials, loops and helpers. */
class Stencil {
  constructor({ dir, extension = '.html' }) {
    this.dir = dir;
    this.extension = extension;
    this.helpers = {};
    this.partials = {};
    this.cache = new Map();
  }

  helper(name, fn) {
    if (typeof fn !== 'function') throw new TypeError(`helper ${name} is not a function`);
    this.helpers[name] = fn;
  }

  preload(folder) {
    const dir = path.join(this.dir, folder);
    for (const file of fs.readdirSync(dir)) {
      if (path.extname(file) === this.extension) this.partials[path.basename(file, this.extension)] = this.#read(path.join(dir, file));
    }
  }

  render(name, data) {
    if (!this.cache.has(name)) {
      this.cache.set(name, compile(this.#read(path.join(this.dir, name + this.extension)), this));
    }
    return this.cache.get(name)(data);
  }

  #read(file) {
    return fs.readFileSync(file, 'utf8');
  }
}

module.exports = Stencil;
