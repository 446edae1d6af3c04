import { snippet } from './snippet';

describe('snippet', () => {
  it('is exactly the documented element', () => {
    expect(snippet({ siteId: 12, siteKey: 'abc', scriptUrl: 'http://localhost:8081/hw.js' })).toBe(
      '<script defer data-site="12" data-key="abc" src="http://localhost:8081/hw.js"></script>',
    );
  });

  it('never lets a setting break out of its attribute', () => {
    const text = snippet({ siteId: 1, siteKey: 'k', scriptUrl: 'https://x.example/"><script>&' });
    expect(text).toContain('src="https://x.example/&quot;>&lt;script>&amp;"');
  });
});
