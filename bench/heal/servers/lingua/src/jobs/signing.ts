import { createHmac, timingSafeEqual, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function signatureOf(id: string, secret: string): string {
  return createHmac('sha256', secret).update(id).digest('hex').slice(0, 20);
}

export function isSignatureOf(id: string, given: string | undefined, secret: string): boolean {
  const wanted = Buffer.from(signatureOf(id, secret));
  const shown = Buffer.from(given ?? '');
  return shown.length === wanted.length && timingSafeEqual(shown, wanted);
}

/** Who signs the invoices: the holder of the agency's certificate. */
export function signer(now = new Date()): string {
  const certificate = new X509Certificate(readFileSync(join(process.cwd(), 'certs', 'agency.pem')));
  if (new Date(certificate.validTo) < now) {
    const error = new Error(`certificate has expired on ${certificate.validTo}`);
    throw Object.assign(error, { code: 'CERT_HAS_EXPIRED' });
  }
  return certificate.subject.split('\n').find((line) => line.startsWith('CN='))?.slice(3) ?? 'unknown';
}
