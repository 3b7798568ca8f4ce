import { createHmac } from 'node:crypto';

export function signer({ secret, hours }) {
  return (file) => {
    const signature = createHmac('sha256', secret).update(`${file}:${hours}`).digest('hex');
    return { url: `/files/${file}?for=${hours}&sig=${signature.slice(0, 32)}` };
  };
}
