import { pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

describe('/metrics', () => {
  it('counts what was taken and what was dropped and why, and times every step, without personal data', async () => {
    const good = pageview();
    await collector.post(good);
    await collector.post(pageview({ url: 'https://elsewhere.example/' }));
    await collector.post(pageview(), { 'user-agent': 'curl/8.5.0' });
    await collector.post(pageview({}, { site: 999 }));
    await collector.post(pageview({ name: '' }));
    const server = { index: 0, anonymousId: 'v', name: 'signup', props: {} };
    await collector.rpc.calls.IngestEvents(
      { siteId: SHOP.id, domain: SHOP.domain, events: [server, { ...server, index: 1, name: '' }] },
      { workspaceId: SHOP.workspaceId },
    );
    const text = await collector.metrics();
    for (const line of [
      'headwater_events_accepted_total{origin="browser"} 1',
      'headwater_events_accepted_total{origin="server"} 1',
      'headwater_events_dropped_total{origin="browser",reason="host_mismatch",bot_reason=""} 1',
      'headwater_events_dropped_total{origin="browser",reason="bot",bot_reason="crawler"} 1',
      'headwater_events_dropped_total{origin="browser",reason="unknown_site",bot_reason=""} 1',
      'headwater_events_dropped_total{origin="server",reason="invalid_event",bot_reason=""} 1',
      'headwater_pipeline_step_events_total{step="drop-bot"} 2',
      'headwater_pipeline_step_events_total{step="put-visitor"} 2',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/^headwater_log_bytes \d+$/m);
    expect(text).toMatch(/^headwater_log_oldest_seconds [\d.]+$/m);
    expect(text).toContain(`headwater_log_max_bytes ${2_048 * 1_048_576}\n`);
    expect(text).toMatch(/headwater_pipeline_step_seconds_total\{step="drop-bot"\} \d/);
    for (const secret of [good.visitor, 'shop.example', SHOP.key, '8.8.8.8'])
      expect(text).not.toContain(secret);
  });

  it('is not where browsers are', async () => {
    expect((await fetch(`${collector.url}/metrics`)).status).toBe(404);
  });
});
