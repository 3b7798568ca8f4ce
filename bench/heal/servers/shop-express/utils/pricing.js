const config = require('../config');

const coupons = {
  WELCOME10: { percent: 10 },
  SPRING25: { percent: 25 },
};

function round(amount) {
  return Math.round(amount * 100) / 100;
}

function subtotalOf(lines) {
  return lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
}

function discountOf(subtotal, code) {
  const coupon = coupons[code];
  if (!coupon) return 0;
  return round((subtotal * coupon.percent) / 100);
}

function shippingOf(amount) {
  return amount >= config.shipping.freeOver ? 0 : config.shipping.flat;
}

function totalsOf(lines, code) {
  const subtotal = round(subtotalOf(lines));
  const discount = discountOf(subtotal, code);
  const shipping = shippingOf(subtotal - discount);
  const tax = round((subtotal - discount) * config.taxRate);
  return { subtotal, discount, shipping, tax, total: round(subtotal - discount + shipping + tax) };
}

function formatMoney(amount) {
  return `${amount.toFixed(2)} ${config.currency}`;
}

function average(numbers) {
  if (numbers.length === 0) return null;
  return round(numbers.reduce((sum, n) => sum + n, 0) / numbers.length);
}

module.exports = { round, totalsOf, formatMoney, average, coupons };
