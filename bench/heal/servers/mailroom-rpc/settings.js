const { PORT = '4000', MAIL_RETRIES = '2', HOOK_SECRET = 'sesame' } = process.env;

export default {
  port: Number.parseInt(PORT, 10),
  retries: Number.parseInt(MAIL_RETRIES, 10),
  hook: { secret: HOOK_SECRET, header: 'x-hook-signature' },
  sender: { name: 'Mailroom', address: 'post@mail.example' },
  retention: { days: 30 },
};
