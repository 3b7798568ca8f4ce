'use strict';

function sumLines(lines) {
  return lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
}

function createPricing(config) {
  return {
    total(lines, couponCode) {
      const goodsCents = sumLines(lines);
      const coupon = couponCode ? config.coupons[couponCode] : undefined;
      const discountCents = coupon?.percent ? Math.round((goodsCents * coupon.percent) / 100) : 0;
      const net = goodsCents - discountCents;
      const isFree = lines.length === 0 || coupon?.freeShipping === true || net >= config.freeShippingFrom;
      const shippingCents = isFree ? 0 : config.shipping.standardCents;
      const vatCents = Math.round((net * config.vatPercent) / (100 + config.vatPercent));
      return { goodsCents, discountCents, shippingCents, vatCents, totalCents: net + shippingCents };
    },
    isCoupon: (code) => Object.hasOwn(config.coupons, code),
  };
}

module.exports = { createPricing, sumLines };
