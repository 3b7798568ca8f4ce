import { BadGatewayException, BadRequestException, Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings';

@Injectable()
export class FxService {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  async convert(cents: number, currency: string): Promise<number> {
    if (currency === this.settings.currency) return cents;
    if (!/^[A-Z]{3}$/.test(currency)) throw new BadRequestException(`${currency} is no currency`);
    if (this.settings.fxUrl === null) throw new BadRequestException('Prices are in EUR only');
    const rates = await this.fetchRates(this.settings.fxUrl);
    const rate = rates[currency];
    if (rate === undefined) throw new BadRequestException(`The bank does not list ${currency}`);
    return Math.round(cents * rate);
  }

  private async fetchRates(url: string): Promise<Record<string, number>> {
    const response = await fetch(`${url}/daily?base=${this.settings.currency}`, { signal: AbortSignal.timeout(3000) }).catch(
      (error) => {
        console.error('exchange rates:', error);
        throw new BadGatewayException('The bank does not answer');
      },
    );
    if (!response.ok) {
      console.error(`exchange rates: ${response.status} ${await response.text()}`);
      throw new ServiceUnavailableException(`The bank says ${response.status}`);
    }
    const { rates } = (await response.json()) as { rates: Record<string, number> };
    return rates;
  }
}
