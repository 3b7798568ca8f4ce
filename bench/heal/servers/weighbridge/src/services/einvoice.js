'use strict';

const { X509Certificate } = require('node:crypto');
const fs = require('node:fs/promises');
const path = require('node:path');
const config = require('../config');
const { HttpError } = require('../http/errors');

async function seal() {
  const certificate = new X509Certificate(await fs.readFile(path.join(config.root, 'certs', 'seal.pem')));
  if (new Date(certificate.validTo) < new Date()) {
    throw new Error(`The certificate of the seal has expired: ${certificate.validTo}`);
  }
  return certificate.fingerprint256;
}

async function submit(invoice) {
  const { url, key, timeoutMs } = config.einvoice;
  const body = JSON.stringify({ ...invoice, seal: await seal() });
  const response = await fetch(`${url}/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': key },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (response.status === 429) {
    console.error(`e-invoicing: quota used up: ${text}`);
    throw new HttpError(503, 'The e-invoicing service takes no more documents today');
  }
  if (!response.ok) {
    console.error(`e-invoicing answered ${response.status}: ${text}`);
    throw new HttpError(502, 'The e-invoicing service refused the document');
  }
  return JSON.parse(text).reference;
}

module.exports = { submit };
