import { HttpError } from '../lib/errors.js';
import { fill } from '../lib/texts.js';

export async function remind(app, phone, shift) {
  const text = await fill('reminder', { name: shift.who, day: shift.day, start: shift.start, id: shift.id });
  const answer = await fetch(`${app.settings.smsUrl}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: phone, text: text.trim() }),
    signal: AbortSignal.timeout(3000),
  }).catch((error) => {
    throw new HttpError(502, `text messages: ${error.message}`);
  });
  if (!answer.ok) {
    const { message } = await answer.json().catch(() => ({}));
    throw new HttpError(502, `text messages: ${answer.status} ${message ?? ''}`.trim());
  }
  return { to: phone, sent: true };
}
