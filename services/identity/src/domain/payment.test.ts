import { parsePayment, type RawPayment } from './payment';

const NOW = Date.UTC(2026, 10, 1, 12);
const RAW: RawPayment = {
  paymentId: 'p1',
  email: 'Ada@Example.com',
  amount: '49.00',
  currency: 'eur',
  type: 'sale',
};

describe('a payment', () => {
  it('gets a normalised address, an upper-case currency and an amount in minor units', () => {
    expect(parsePayment({ ...RAW, occurredAt: '2026-10-25T02:00:00+02:00' }, NOW)).toEqual({
      ok: true,
      value: {
        paymentId: 'p1',
        payer: { email: 'ada@example.com' },
        currency: 'EUR',
        amountMinor: 4_900n,
        type: 'sale',
        occurredAtMs: Date.UTC(2026, 9, 25),
      },
    });
  });

  it.each<[string, Partial<RawPayment>, string]>([
    ['no id', { paymentId: '' }, 'payment_id'],
    ['an address as its id', { paymentId: 'ada@example.com' }, 'payment_id'],
    ['a control character in its id', { paymentId: 'a\0' }, 'payment_id'],
    ['a long id', { paymentId: 'x'.repeat(201) }, 'payment_id'],
    ['both payers', { userId: 'u1' }, 'email'],
    ['a wrong address', { email: 'ada@' }, 'email'],
    ['three decimals in EUR', { amount: '1.001' }, 'amount'],
    ['a decimal in JPY', { amount: '1.0', currency: 'JPY' }, 'amount'],
    ['an unknown currency', { currency: 'DEM' }, 'currency'],
    ['a currency with a sharp s', { currency: 'ßx' }, 'currency'],
    ['a type in the wrong case', { type: 'Sale' }, 'type'],
    ['a date without time', { occurredAt: '2026-10-25' }, 'occurred_at'],
    ['a time without zone', { occurredAt: '2026-10-25T02:00:00' }, 'occurred_at'],
    ['31 February', { occurredAt: '2026-02-31T02:00:00Z' }, 'occurred_at'],
    ['the 25th hour', { occurredAt: '2026-02-01T25:00:00Z' }, 'occurred_at'],
    ['next week', { occurredAt: '2026-11-08T12:00:00Z' }, 'occurred_at'],
    ['the year 1870', { occurredAt: '1870-01-01T00:00:00Z' }, 'occurred_at'],
  ])('is refused with %s, without repeating it', (_why, change, field) => {
    const parsed = parsePayment({ ...RAW, ...change }, NOW);
    expect(parsed).toMatchObject({ ok: false, problems: [{ field }] });
    expect(JSON.stringify(parsed)).not.toContain('ada');
  });

  it('is refused without a payer, and with an address or a JWT as the user id', () => {
    const { email: _, ...rest } = RAW;
    expect(parsePayment(rest, NOW)).toMatchObject({ problems: [{ field: 'email' }] });
    for (const userId of ['ada@example.com', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'])
      expect(parsePayment({ ...rest, userId }, NOW)).toMatchObject({ problems: [{ field: 'user_id' }] });
  });

  it('lists every problem together', () => {
    const parsed = parsePayment({ paymentId: '', amount: '', currency: '', type: '' }, NOW);
    const fields = parsed.ok ? [] : parsed.problems.map(({ field }) => field);
    expect(fields).toEqual(['payment_id', 'email', 'currency', 'type']);
  });
});
