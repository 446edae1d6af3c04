import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { claimDeliveries, type DeliveryClaimOptions } from '../src/store/delivery-queue';
import { START } from './sites-fixture';

const SLOW = 1;
const OTHER = 2;
let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase([
    { schema: 'sites', directory: join(packageRoot('@headwater/sites'), 'migrations') },
  ]);
  // A workspace with twenty webhooks, and one with a single delivery.
  await database.pool.query(
    `INSERT INTO sites.webhooks (workspace_id, url, description, events, sealed_secret, created_at)
     SELECT CASE WHEN n <= 20 THEN ${SLOW} ELSE ${OTHER} END, 'https://x.example/', '', '{site.installed}', '', $1
     FROM generate_series(1, 21) AS n`,
    [new Date(START)],
  );
  await database.pool.query(
    `INSERT INTO sites.notices (workspace_id, id, type, at, data)
     SELECT CASE WHEN n <= 30 THEN ${SLOW} ELSE ${OTHER} END, 'msg_' || n, 'site.installed', $1, '{}'
     FROM generate_series(1, 31) AS n`,
    [new Date(START)],
  );
});
afterEach(() => database.drop());

const claim = (options: Partial<DeliveryClaimOptions> = {}) =>
  claimDeliveries(database.pool, {
    ...{
      now: START,
      until: START + 60_000,
      max: 64,
      maxPerWorkspace: 12,
      maxPerWebhook: 8,
      inFlight: [],
      keys: [Buffer.alloc(32)],
    },
    ...options,
  });
const countsOf = <T>(values: readonly T[]): Map<T, number> =>
  values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<T, number>());

describe('claimed deliveries', () => {
  it('are limited per workspace and per webhook', async () => {
    const claims = await claim();
    expect(countsOf(claims.map(({ workspaceId }) => workspaceId))).toEqual(
      new Map([
        [SLOW, 12],
        [OTHER, 1],
      ]),
    );
    expect(Math.max(...countsOf(claims.map(({ webhookId }) => webhookId)).values())).toBeLessThanOrEqual(8);
  });

  it('count with those in flight towards the limit of a workspace', async () => {
    const first = await claim();
    const ofSlow = first.filter(({ workspaceId }) => workspaceId === SLOW);
    expect(await claim({ inFlight: first })).toEqual([]);
    const inFlight = ofSlow.slice(0, 9);
    const busy = new Set(inFlight.map(({ webhookId }) => webhookId));
    const more = await claim({ inFlight });
    expect(more).toHaveLength(3);
    expect(more.filter(({ webhookId }) => busy.has(webhookId))).toEqual([]);
  });

  it('are of working webhooks before failing ones', async () => {
    await database.pool.query('UPDATE sites.webhooks SET failing_since = $1 WHERE workspace_id = $2', [
      new Date(START),
      SLOW,
    ]);
    expect((await claim({ max: 1 })).map(({ workspaceId }) => workspaceId)).toEqual([OTHER]);
  });

  it('are at most as many as requested', async () => {
    expect(await claim({ max: 5, maxPerWorkspace: 5 })).toHaveLength(5);
  });
});
