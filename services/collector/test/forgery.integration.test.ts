import {
  browserEvent,
  pageview,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

/** Bodies with a valid key and valid pages, which anyone can copy from a snippet. */
const forged = (requests: number) =>
  Array.from({ length: requests }, () =>
    pageview({}, { events: Array.from({ length: 100 }, () => browserEvent()) }),
  );

async function sendAll(bodies: readonly unknown[], headers: Record<string, string>): Promise<number> {
  let accepted = 0;
  for (const body of bodies) {
    const response = await collector.post(body, headers);
    accepted += ((await response.json()) as { accepted: number }).accepted;
  }
  return accepted;
}

describe('forged events', () => {
  it('of a page from elsewhere, 10,000 of them, are not counted and do not make the site installed', async () => {
    expect(await sendAll(forged(100), { origin: 'https://forger.example' })).toBe(0);
    expect(await collector.rows()).toEqual([]);
    expect(collector.sites.installed).toEqual([]);
  });

  it('of a page without an origin do not make the site installed', async () => {
    expect(await sendAll([pageview()], { origin: 'null' })).toBe(1);
    await collector.rows();
    expect(collector.sites.installed).toEqual([]);
  });

  it('that repeat accepted ones add nothing', async () => {
    const bodies = forged(10);
    const origin = { origin: `https://www.${SHOP.domain}` };
    expect(await sendAll(bodies, origin)).toBe(1_000);
    const before = (await collector.rows()).length;
    expect(await sendAll(bodies, origin)).toBe(1_000);
    expect(await collector.rows()).toHaveLength(before);
    expect(collector.sites.installed).toEqual([SHOP.id]);
  });
});
