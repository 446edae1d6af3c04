import fc from 'fast-check';
import { CURRENCY_DECIMALS, formatAmount, parseAmount } from './money';

describe('an amount', () => {
  it.each<[string, number, bigint]>([
    ['49.00', 2, 4_900n],
    ['49', 2, 4_900n],
    ['49.9', 2, 4_990n],
    ['0.01', 2, 1n],
    ['0', 2, 0n],
    ['007', 0, 7n],
    ['500', 0, 500n],
    ['1.234', 3, 1_234n],
    ['9999999999999.99', 2, 999_999_999_999_999n],
    ['0.1', 2, 10n],
  ])('%s with %d decimals is %s minor units', (text, decimals, minor) => {
    expect(parseAmount(text, decimals)).toEqual({ ok: true, value: minor });
  });

  it.each<[string, number]>([
    ['', 2],
    ['-1', 2],
    ['+1', 2],
    ['1.', 2],
    ['.5', 2],
    ['1,50', 2],
    ['1 000', 2],
    ['1e3', 2],
    ['0x10', 2],
    ['NaN', 2],
    ['Infinity', 2],
    ['१', 2],
    ['1\n', 2],
    ['1.001', 2],
    ['1.000', 2],
    ['1.0', 0],
    ['1.2345', 3],
    ['10000000000000', 2],
    ['9'.repeat(100), 2],
  ])('%j with %d decimals is refused', (text, decimals) => {
    const parsed = parseAmount(text, decimals);
    expect(parsed).toMatchObject({ ok: false, problems: [{ field: 'amount' }] });
  });

  it('is formatted as it was parsed, in every currency', () => {
    const decimals = fc.constantFrom(...CURRENCY_DECIMALS.values());
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999_999n), decimals, (minor, digits) => {
        expect(parseAmount(formatAmount(minor, digits), digits)).toEqual({ ok: true, value: minor });
      }),
    );
  });

  it('below zero is formatted with one leading minus sign', () => {
    expect(formatAmount(-5n, 2)).toBe('-0.05');
    expect(formatAmount(-1_050n, 2)).toBe('-10.50');
    expect(formatAmount(-7n, 0)).toBe('-7');
  });
});

describe('CURRENCY_DECIMALS', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['HUF', 2],
    ['MGA', 2],
    ['KWD', 3],
    ['CLF', 4],
  ])('lists %s with %d decimals', (code, decimals) => {
    expect(CURRENCY_DECIMALS.get(code)).toBe(decimals);
  });

  it('lists only codes of money, and no metals, test codes or former currencies', () => {
    expect(CURRENCY_DECIMALS.size).toBeGreaterThan(165);
    for (const code of CURRENCY_DECIMALS.keys()) expect(code).toMatch(/^[A-Z]{3}$/);
    for (const code of ['XAU', 'XXX', 'XTS', 'BTC', 'DEM']) expect(CURRENCY_DECIMALS.has(code)).toBe(false);
  });
});
