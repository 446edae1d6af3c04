import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultProxy } from '@headwater/kit/testing/fault-proxy';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import type { TestDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import {
  DOMAIN,
  startCollectorsOverSites,
  WORKSPACE,
  type Collector,
  type CollectorsOverSites,
} from './collectors-over-sites';

let running: CollectorsOverSites;
let database: TestDatabase;
let clickhouse: TestClickhouse;
let postgresProxy: FaultProxy;
let sitesProxy: FaultProxy;
let collectors: readonly [Collector, Collector];
let siteId = 0;

beforeAll(async () => {
  running = await startCollectorsOverSites();
  ({ database, clickhouse, postgresProxy, sitesProxy, collectors, siteId } = running);
}, 120_000);

/** Clients reconnect to what has failed in the previous test. */
beforeEach(async () => {
  for (const collector of collectors) await waitFor('a claim', () => canClaim(collector));
});
afterEach(() => {
  postgresProxy.recover();
  sitesProxy.recover();
});
afterAll(() => running.stop());

function event(fields: Partial<ServerEvent> = {}): ServerEvent {
  return {
    ...{ index: 0, eventId: randomUUID(), ownId: true, anonymousId: 'visitor', name: 'order', props: {} },
    ...fields,
  };
}

const send = ({ rpc }: Collector, ...events: ServerEvent[]) =>
  rpc.calls.IngestEvents(
    { siteId, domain: DOMAIN, events: events.map((one, index) => ({ ...one, index })) },
    { workspaceId: WORKSPACE },
  );

async function canClaim(collector: Collector): Promise<boolean> {
  const one = event();
  await send(collector, one);
  return (await send(collector, { ...one, name: 'other' })).accepted === 0;
}

async function query<T>(statement: string): Promise<T[]> {
  const result = await clickhouse.client.query({ query: statement, format: 'JSONEachRow' });
  return result.json<T>();
}

/** Names of the stored events with an id. */
const namesOf = async (eventId?: string): Promise<string[]> =>
  (await query<{ name: string }>(`SELECT name FROM events FINAL WHERE event_id = '${String(eventId)}'`)).map(
    ({ name }) => name,
  );
const duplicatesOf = async (eventId?: string): Promise<number> =>
  (await query(`SELECT 1 FROM dropped_events WHERE event_id = '${String(eventId)}' AND reason = 'duplicate'`))
    .length;
const isClaimed = async (eventId?: string): Promise<boolean> =>
  (await database.pool.query('SELECT FROM sites.event_claims WHERE event_id = $1', [eventId])).rowCount === 1;

const isInLog = ({ logDir }: Collector, eventId?: string): boolean =>
  readdirSync(logDir, { withFileTypes: true }).some(
    (entry) => entry.isFile() && readFileSync(join(logDir, entry.name)).includes(String(eventId)),
  );

const restart = async (collector: Collector): Promise<void> => {
  await collector.process.kill();
  sitesProxy.recover();
  await collector.process.start();
};

describe('an event id of a server', () => {
  it('is claimed after a kill between the append and the claim', async () => {
    const [a, b] = collectors;
    const first = event();
    sitesProxy.freeze();
    const answer = send(a, first).catch(() => undefined);
    await waitFor('the append', () => isInLog(a, first.eventId));
    expect(await isClaimed(first.eventId)).toBe(false);
    await restart(a);
    await answer;
    await waitFor('the event', async () => (await namesOf(first.eventId)).length > 0);
    expect(await isClaimed(first.eventId)).toBe(true);
    expect(await send(b, first)).toEqual({ accepted: 1, dropped: [] });
    expect(await send(b, { ...first, name: 'refund' })).toMatchObject({ accepted: 0 });
    expect(await namesOf(first.eventId)).toEqual(['order']);
  });

  it('belongs to the event that another collector claims while the first one is killed', async () => {
    const [a, b] = collectors;
    const first = event();
    sitesProxy.cut();
    expect(await send(a, first)).toEqual({ accepted: 1, dropped: [] });
    await a.process.kill();
    sitesProxy.recover();
    await waitFor('a claim', () => canClaim(b));
    expect(await send(b, { ...first, name: 'retry' })).toEqual({ accepted: 1, dropped: [] });
    await a.process.start();
    await waitFor('the duplicate', async () => (await duplicatesOf(first.eventId)) > 0);
    expect(await namesOf(first.eventId)).toEqual(['retry']);
  });

  it('is claimed once if the reply of the claim is lost and the collector is killed', async () => {
    const [a, b] = collectors;
    const first = event();
    sitesProxy.resetAnswers();
    const answer = send(a, first).catch(() => undefined);
    await waitFor('the claim', () => isClaimed(first.eventId));
    await restart(a);
    await answer;
    await waitFor('the event', async () => (await namesOf(first.eventId)).length > 0);
    expect(await send(b, { ...first, anonymousId: 'other' })).toMatchObject({
      dropped: [{ reason: 'duplicate', field: 'event_id' }],
    });
    expect(await namesOf(first.eventId)).toEqual(['order']);
  });

  it('counts once if two collectors receive it concurrently with different values', async () => {
    const events = Array.from({ length: 200 }, () => event());
    const time = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const others = events.map((one, n) => ({
      ...one,
      ...[{ name: 'other' }, { time }, { anonymousId: 'other' }, { props: { n: '1' } }][n % 4],
    }));
    const chunks = Array.from({ length: 20 }, (_, n) => [n * 10, n * 10 + 10] as const);
    const answers = await Promise.all(
      chunks.flatMap(([from, to]) => [
        send(collectors[0], ...events.slice(from, to)),
        send(collectors[1], ...others.slice(from, to).toReversed()),
      ]),
    );
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
    expect(sum(answers.map(({ accepted }) => accepted))).toBe(200);
    expect(sum(answers.map(({ dropped }) => dropped.length))).toBe(200);
    const ids = events.map(({ eventId }) => `'${String(eventId)}'`).join();
    const stored = () =>
      query<{ event_id: string }>(`SELECT event_id FROM events FINAL WHERE event_id IN (${ids})`);
    await waitFor('all events', async () => (await stored()).length >= 200);
    expect((await stored()).length).toBe(200);
    await waitFor(
      'all duplicates',
      async () => (await query(`SELECT 1 FROM dropped_events WHERE event_id IN (${ids})`)).length === 200,
    );
  }, 60_000);

  it.each(['cut', 'freeze'] as const)(
    'is accepted while Postgres is unreachable (%s), and counts once afterwards',
    async (fault) => {
      const first = event();
      postgresProxy[fault]();
      const [one, other] = await Promise.all([
        send(collectors[0], first),
        send(collectors[1], { ...first, name: 'other' }),
      ]);
      // The claim that would find the duplicate is delayed.
      expect([one, other]).toEqual([
        { accepted: 1, dropped: [] },
        { accepted: 1, dropped: [] },
      ]);
      expect(await namesOf(first.eventId)).toEqual([]);
      postgresProxy.recover();
      await waitFor('the duplicate', async () => (await duplicatesOf(first.eventId)) === 1, 30_000);
      await waitFor('the event', async () => (await namesOf(first.eventId)).length > 0);
      expect(await namesOf(first.eventId)).toHaveLength(1);
    },
    60_000,
  );
});
