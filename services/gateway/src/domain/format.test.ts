import { perVisitor, snippet } from './format';

describe('perVisitor', () => {
  it.each([
    ['49.00', 100, '0.4900'],
    ['49.00', 3, '16.3333'],
    ['-9.50', 4, '-2.3750'],
    ['-0.01', 1_000, '0.0000'],
    ['0.01', 200, '0.0001'],
    ['100', 8, '12.50'],
    ['1.000', 3, '0.33333'],
    ['90071992547409930.01', 1, '90071992547409930.0100'],
  ])('divides %s by %d visitors to %s', (money, visitors, each) => {
    expect(perVisitor(money, visitors)).toBe(each);
  });

  it('is null without visitors', () => {
    expect(perVisitor('49.00', 0)).toBeNull();
  });
});

describe('snippet', () => {
  it('returns the documented element', () => {
    expect(snippet({ siteId: 12, siteKey: 'abc', scriptUrl: 'http://localhost:8081/hw.js' })).toBe(
      '<script async defer data-site="12" data-key="abc" src="http://localhost:8081/hw.js"></script>',
    );
  });

  it('escapes settings, so that none ends its attribute', () => {
    const text = snippet({ siteId: 1, siteKey: 'k', scriptUrl: 'https://x.example/"><script>&' });
    expect(text).toContain('src="https://x.example/&quot;>&lt;script>&amp;"');
  });
});
