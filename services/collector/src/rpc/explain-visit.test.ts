import { explainVisit } from './explain-visit';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('explaining a visit', () => {
  it('returns source, channel, rule, tags and device', () => {
    const visit = {
      url: 'https://shop.example/?utm_source=google&utm_medium=cpc&utm_campaign=autumn',
      referrer: 'https://www.google.com/search?q=secret',
      userAgent: CHROME,
    };
    expect(explainVisit(visit)).toMatchObject({
      acquisition: {
        channel: 'Paid Search',
        source: 'Google',
        rule: 'paid-search',
        rules_version: expect.any(Number) as number,
        referrer: 'www.google.com/search',
        utm_medium: 'cpc',
        utm_campaign: 'autumn',
      },
      agent: { device: 'desktop', browser: 'Chrome', os: 'Windows' },
      botVerdict: 'person',
      botReason: undefined,
    });
  });

  it('treats a referrer from the same registrable domain as the site itself', () => {
    const visit = { url: 'https://app.shop.co.uk/', referrer: 'https://www.shop.co.uk/', userAgent: CHROME };
    expect(explainVisit(visit)?.acquisition).toMatchObject({ channel: 'Direct', source: '', rule: 'direct' });
  });

  it.each([
    [undefined, 'unknown', undefined],
    ['', 'bot', 'no_user_agent'],
    [CHROME, 'person', undefined],
    [CHROME.replace('Chrome/', 'HeadlessChrome/'), 'bot', 'headless'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'bot', 'crawler'],
    ['curl/8.5.0', 'bot', 'crawler'],
  ])('judges the user agent %p: %s %s', (userAgent, botVerdict, botReason) => {
    const visit = { url: 'https://shop.example/', referrer: '', userAgent };
    expect(explainVisit(visit)).toMatchObject({ botVerdict, botReason });
  });

  it.each(['', 'shop.example', '/path', 'ftp://shop.example/', 'javascript:alert(1)'])(
    'returns undefined for the page %p',
    (url) => expect(explainVisit({ url, referrer: '', userAgent: CHROME })).toBeUndefined(),
  );
});
