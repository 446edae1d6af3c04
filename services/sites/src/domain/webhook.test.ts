import { checkDescription, checkEventTypes, checkWebhookUrl } from './webhook';

describe('the URL of a webhook', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://EXAMPLE.com:443/Hook?key=1', 'https://example.com/Hook?key=1'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://93.184.216.34/x', 'https://93.184.216.34/x'],
    ['https://example.com./x', 'https://example.com./x'],
  ])('takes %s', (text, value) => {
    expect(checkWebhookUrl(text, 'public')).toEqual({ ok: true, value });
  });

  it.each([
    '',
    'example.com',
    'http://example.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'https://example.com:8443/',
    'https://user:word@example.com/',
    'https://example.com/#part',
    'https://localhost/',
    'https://localhost./',
    'https://localhost../',
    'https://./',
    'https://sites/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    `https://example.com/${'a'.repeat(2_000)}`,
  ])('refuses %s', (text) => {
    expect(checkWebhookUrl(text, 'public')).toMatchObject({ ok: false });
  });

  it('may be plain http in a private network with WEBHOOK_TARGETS=any', () => {
    expect(checkWebhookUrl('http://inside:8080/x', 'any')).toEqual({
      ok: true,
      value: 'http://inside:8080/x',
    });
    for (const text of ['ftp://inside/', 'http://user@inside/', 'http://inside/#x', 'inside'])
      expect(checkWebhookUrl(text, 'any')).toMatchObject({ ok: false });
  });
});

describe('the event types of a webhook', () => {
  it('lose duplicates and have the order of the enumeration', () => {
    expect(checkEventTypes(['goal.reached', 'site.installed', 'goal.reached'])).toEqual({
      ok: true,
      value: ['site.installed', 'goal.reached'],
    });
  });
  it('must not be empty or contain an unknown type', () => {
    expect(checkEventTypes([])).toMatchObject({ ok: false });
    expect(checkEventTypes(['site.deleted', 'webhook.test'])).toMatchObject({ ok: false, index: 1 });
  });
});

describe('the description of a webhook', () => {
  it('is one line of at most 200 characters', () => {
    expect(checkDescription('\u{1f4a9}'.repeat(200))).toMatchObject({ ok: true });
    expect(checkDescription('a'.repeat(201))).toMatchObject({ ok: false });
    expect(checkDescription('a\nb')).toMatchObject({ ok: false });
  });
});
