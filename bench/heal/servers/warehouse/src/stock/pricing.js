const coupons = { SPRING10: 10, STAFF25: 25 };

export const percentOf = (coupon) => (coupon === null ? 0 : (coupons[coupon] ?? 0));

const discountFor = (cents, percent) => Math.floor((cents * percent) / 100);

export function priceOf(lines, coupon) {
  const goodsCents = lines.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
  const discountCents = discountFor(goodsCents, percentOf(coupon));
  const shippingCents = goodsCents - discountCents >= 20_000 ? 0 : 990;
  return { goodsCents, discountCents, shippingCents, totalCents: goodsCents - discountCents + shippingCents };
}
