import { waitFor } from '@headwater/kit/testing/wait-for';
import { browserEvent, pageview, startCollector } from './fixtures/collector-fixture';

/** Four of them are as much as a request may hold. */
const props = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}`, 'x'.repeat(490)]));
const EVENTS = 4;
/** Many more than 16 MiB hold. */
const MAX_REQUESTS = 600;

test('a full log is answered 503 with Retry-After, and nothing that was taken before is lost', async () => {
  const collector = await startCollector({
    COLLECTOR_LOG_MAX_MIB: '16',
    COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '0',
    COLLECTOR_SITE_EVENTS_PER_SECOND: '0',
    COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '0',
  });
  const send = () => {
    const events = Array.from({ length: EVENTS }, () => browserEvent({ name: 'large', props }));
    return collector.post(pageview({}, { events }));
  };
  try {
    collector.clickhouseProxy.cut();
    let taken = 0;
    let answer = await send();
    for (; answer.status === 202 && taken < MAX_REQUESTS; answer = await send()) taken += 1;
    expect(taken).toBeGreaterThan(10);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'upstream_unavailable' });

    collector.clickhouseProxy.recover();
    await waitFor('room in the log', async () => (await send()).status === 202, 60_000);
    const stored = async () => (await collector.rows("name = 'large'")).length;
    await waitFor('all to be stored', async () => (await stored()) >= (taken + 1) * EVENTS, 60_000);
    expect(await stored()).toBe((taken + 1) * EVENTS);
  } finally {
    await collector.stop();
  }
}, 120_000);
