import { agentOf, botReasonOf, NO_AGENT } from './user-agent';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('user agent', () => {
  it.each([
    [CHROME, 'desktop', 'Chrome', 'Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
      'desktop',
      'Firefox',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'desktop',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'mobile',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
      'tablet',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'mobile',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'desktop',
      'Chrome',
      'Chrome OS',
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36',
      'tv',
      'Tizen',
      'Tizen',
    ],
    ['something never seen', 'other', '', ''],
    ['', '', '', ''],
  ])('reads %s', (userAgent, device, browser, os) => {
    expect(agentOf({ ...NO_AGENT, userAgent })).toEqual({ device, browser, os });
  });

  it('reads browser and system from client hints, which a frozen user agent omits', () => {
    const hints = {
      brands: '"Brave";v="141", "Not?A_Brand";v="8", "Chromium";v="141"',
      mobile: '?0',
      platform: '"macOS"',
    };
    expect(agentOf({ userAgent: CHROME, ...hints })).toEqual({
      device: 'desktop',
      browser: 'Brave',
      os: 'macOS',
    });
  });

  it('survives hints that are garbage', () => {
    const hints = { brands: '"";v=,,"', mobile: 'yes', platform: '"'.repeat(1_000) };
    expect(agentOf({ userAgent: CHROME, ...hints })).toEqual({
      device: 'desktop',
      browser: 'Chrome',
      os: 'Linux',
    });
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'GPTBot/1.2',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
    'curl/8.5.0',
    'python-requests/2.32',
  ])('takes %s for a bot', (userAgent) => {
    expect(botReasonOf(userAgent)).toBeDefined();
  });

  it('takes no browser for a bot', () => {
    expect(botReasonOf(CHROME)).toBeUndefined();
  });
});
