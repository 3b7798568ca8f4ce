import { isWeekend, nightsOf } from '#lib/dates';
import money from '#lib/money';

export class Pricing {
  constructor({ currency, taxPercent, weekendSurcharge, longStay }) {
    this.currency = currency;
    this.taxPercent = taxPercent;
    this.weekendSurcharge = weekendSurcharge;
    this.longStay = longStay;
  }

  quote(room, from, nights) {
    const base = nightsOf(from, nights).reduce((sum, night) => sum + this.#rateOf(room, night), 0);
    const discount = nights >= this.longStay.nights ? (base * this.longStay.discountPercent) / 100 : 0;
    const net = base - discount;
    const tax = money.round((net * this.taxPercent) / 100);
    return { net: money.round(net), discount: money.round(discount), tax, total: money.round(net + tax), currency: this.currency };
  }

  #rateOf(room, night) {
    return isWeekend(night) ? room.nightlyRate + this.weekendSurcharge : room.nightlyRate;
  }
}
