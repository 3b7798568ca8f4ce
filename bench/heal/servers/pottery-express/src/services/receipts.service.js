import { emailTemplate, fill } from '#lib/i18n';
import { formatCents } from '#lib/money';

export class ReceiptsService {
  constructor(settings) {
    this.currency = settings.studio.currency;
  }

  render({ guest, title, seats, totalCents }, t) {
    return fill(emailTemplate('receipt'), {
      greeting: t('receipt.greeting', { guest }),
      lines: `${seats} x ${title}`,
      total: t('receipt.total', { total: formatCents(totalCents, this.currency) }),
    });
  }
}
