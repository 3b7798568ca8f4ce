'use strict';

class Context {
  constructor(req, res, params = {}) {
    this.req = req;
    this.res = res;
    this.params = params;
    this.url = new URL(req.url, 'http://depot');
    this.state = {};
  }

  get query() {
    return Object.fromEntries(this.url.searchParams);
  }

  header(name) {
    return this.req.headers[name.toLowerCase()];
  }

  json(value, status = 200) {
    this.send(JSON.stringify(value), status, 'application/json');
  }

  html(text, status = 200) {
    this.send(text, status, 'text/html; charset=utf-8');
  }

  send(text, status, type) {
    this.res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
    this.res.end(text);
  }

  fail(status, message) {
    throw Object.assign(new Error(message), { status });
  }
}

module.exports.Context = Context;
