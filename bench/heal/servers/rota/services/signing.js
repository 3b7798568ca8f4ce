import { X509Certificate, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { HttpError } from '../lib/errors.js';

const at = (name) => new URL(`../certs/${name}`, import.meta.url);

/** Signs what goes to the bank, with the certificate that the bank gave us. */
export default function sign(text) {
  const certificate = new X509Certificate(readFileSync(at('payroll.pem')));
  if (Date.parse(certificate.validTo) < Date.now()) {
    throw new HttpError(503, `certificate expired on ${certificate.validTo}`);
  }
  const signature = createSign('SHA256').update(text).sign(readFileSync(at('payroll.key')), 'base64');
  return { signedBy: certificate.subject.replace('CN=', ''), signature };
}
