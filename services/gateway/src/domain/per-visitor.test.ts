import { perVisitor } from './per-visitor';

describe('money per visitor', () => {
  it.each([
    ['49.00', 100, '0.4900'],
    ['49.00', 3, '16.3333'],
    ['-9.50', 4, '-2.3750'],
    ['-0.01', 1_000, '0.0000'],
    ['0.01', 200, '0.0001'],
    ['100', 8, '12.50'],
    ['1.000', 3, '0.33333'],
    ['90071992547409930.01', 1, '90071992547409930.0100'],
  ])('of %s over %d is %s', (money, visitors, each) => {
    expect(perVisitor(money, visitors)).toBe(each);
  });

  it('is nothing of nobody', () => {
    expect(perVisitor('49.00', 0)).toBeNull();
  });
});
