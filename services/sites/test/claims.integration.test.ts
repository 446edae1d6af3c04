import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { claimDeliveries, type ClaimTurn } from '../src/store/deliveries';
import { START } from './sites-fixture';

const SLOW = 1;
const OTHER = 2;
let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase([
    { schema: 'sites', directory: join(packageRoot('@headwater/sites'), 'migrations') },
  ]);
  // A workspace whose twenty receivers never answer, and one with a single delivery.
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

const claim = (turn: Partial<ClaimTurn> = {}) =>
  claimDeliveries(database.pool, {
    ...{
      now: START,
      until: START + 60_000,
      most: 64,
      mostOfWorkspace: 12,
      mostOfOne: 8,
      underWay: [],
      keys: undefined,
    },
    ...turn,
  });
const countsOf = <T>(values: readonly T[]): Map<T, number> =>
  values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<T, number>());

describe('deliveries that are taken', () => {
  it('are not all of one workspace, nor of one webhook', async () => {
    const claims = await claim();
    expect(countsOf(claims.map(({ workspaceId }) => workspaceId))).toEqual(
      new Map([
        [SLOW, 12],
        [OTHER, 1],
      ]),
    );
    expect(Math.max(...countsOf(claims.map(({ webhookId }) => webhookId)).values())).toBeLessThanOrEqual(8);
  });

  it('make up, with those under way, what a workspace may have', async () => {
    const first = await claim();
    const ofSlow = first.filter(({ workspaceId }) => workspaceId === SLOW);
    expect(await claim({ underWay: first })).toEqual([]);
    const underWay = ofSlow.slice(0, 9);
    const busy = new Set(underWay.map(({ webhookId }) => webhookId));
    const more = await claim({ underWay });
    expect(more).toHaveLength(3);
    expect(more.filter(({ webhookId }) => busy.has(webhookId))).toEqual([]);
  });

  it('are of workspaces that answer before those that fail', async () => {
    await database.pool.query('UPDATE sites.webhooks SET failing_since = $1 WHERE workspace_id = $2', [
      new Date(START),
      SLOW,
    ]);
    expect((await claim({ most: 1 })).map(({ workspaceId }) => workspaceId)).toEqual([OTHER]);
  });

  it('are no more than there are places', async () => {
    expect(await claim({ most: 5, mostOfWorkspace: 5 })).toHaveLength(5);
  });
});
