import { sampleHistory, NOW } from '../../test/sample-site';
import { paymentsOf } from './payment';
import { siteHistory } from './site-history';

const visits = [...siteHistory(sampleHistory())];
const payments = visits.flatMap((visit) => paymentsOf(visit, NOW));

test('a purchase causes a payment every 30 days, and none in the future', () => {
  expect(payments.length).toBeGreaterThan(20);
  expect(payments.every(({ at }) => at <= NOW)).toBe(true);
  expect(payments.some(({ paymentId }) => paymentId.endsWith('-3'))).toBe(true);
});

test('payment ids are stable and unique', () => {
  const again = visits.flatMap((visit) => paymentsOf(visit, NOW + 1));
  expect(again.map(({ paymentId }) => paymentId)).toEqual(payments.map(({ paymentId }) => paymentId));
  expect(new Set(payments.map(({ paymentId }) => paymentId)).size).toBe(payments.length);
});

test('a refund has the amount of the payment and ends the subscription', () => {
  const refunds = payments.filter(({ type }) => type === 'refund');
  expect(refunds.length).toBeGreaterThan(0);
  for (const refund of refunds) {
    const same = payments.filter(({ paymentId }) => paymentId.startsWith(refund.paymentId.slice(0, -1)));
    expect(same.map(({ type, amount }) => [type, amount])).toEqual([
      ['subscription', refund.amount],
      ['refund', refund.amount],
    ]);
  }
});
