import { CHROME, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

describe('ExplainVisit', () => {
  it('explains a visit and stores nothing of it', async () => {
    const url = 'https://shop.example/?utm_source=chatgpt.com&utm_term=boots';
    expect(await collector.rpc.calls.ExplainVisit({ url, userAgent: CHROME }, { workspaceId: 1 })).toEqual({
      channel: 'AI Assistants',
      source: 'ChatGPT',
      referrer: '',
      rule: 'ai-assistants',
      rulesVersion: 5,
      utm: { source: 'chatgpt.com', medium: '', campaign: '', term: 'boots', content: '' },
      device: 'desktop',
      browser: 'Chrome',
      os: 'Linux',
      botVerdict: 'person',
    });
    expect(await collector.rows()).toEqual([]);
  });

  it('refuses a page that is none', async () => {
    await expect(
      collector.rpc.calls.ExplainVisit({ url: 'shop.example' }, { workspaceId: 1 }),
    ).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field: 'url' }] });
  });
});
