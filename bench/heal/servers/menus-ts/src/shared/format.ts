import { settings } from '../config/index.js';

export function price(amount: number): string {
  return `${settings.canteen.currency} ${amount.toFixed(2)}`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
