'use strict';

const hourMs = 60 * 60 * 1000;

function hoursOf(booking) {
  return (new Date(booking.to).getTime() - new Date(booking.from).getTime()) / hourMs;
}

function discountFor(hours, discounts) {
  const fitting = discounts.filter((discount) => hours >= discount.minHours);
  return fitting.reduce((best, discount) => Math.max(best, discount.percent), 0);
}

function priceCents(booking, room, discounts) {
  const hours = hoursOf(booking);
  const full = Math.round(hours * room.hourCents);
  const percent = discountFor(hours, discounts);
  return full - Math.round((full * percent) / 100);
}

function formatCents(cents, currency) {
  return `${(cents / 100).toFixed(2)} ${currency}`;
}

module.exports = { hoursOf, discountFor, priceCents, formatCents };
