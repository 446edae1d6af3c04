import { attributionOf } from './attribution';

const TOUCH = {
  channel: 'Organic Search',
  source: 'Google',
  utmCampaign: '',
  landing: 'example.com/',
  referrer: 'google.com',
  firstSeenAtMs: 1,
  rulesVersion: 1,
  siteId: 7,
  country: 'DE',
  utmSource: 'news',
  utmMedium: 'mail',
};

describe('an attribution', () => {
  it('keeps the evidence of the first session', () => {
    expect(attributionOf(TOUCH)).toEqual(TOUCH);
  });

  it('loses what Postgres can not keep, and what is too long', () => {
    const { source, landing } = attributionOf({
      ...TOUCH,
      source: 'Goo\0gle\ud800',
      landing: 'x'.repeat(5_000),
    });
    expect(source).toBe('Google');
    expect(landing).toHaveLength(2_000);
  });

  it('is not made from a channel beyond the closed list', () => {
    expect(() => attributionOf({ ...TOUCH, channel: 'organic search' })).toThrow('not of the list');
  });
});
