import { randomUUID } from 'node:crypto';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { createRpcClient } from '@headwater/kit/rpc/client';
import type { EventClaim } from '@headwater/protos/gen/headwater/sites/v1/EventClaim';
import { loadSites } from '@headwater/protos/services';
import { claimEvents, countClaimBlocks, deleteOldClaims } from '../src/store/event-claims';
import { createClaimScan } from '../src/workers/clean-up';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
let siteId: number;
let domains = 0;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(async () => {
  sites.clock.set(START);
  siteId = (await createSiteOn(sites, `site${(domains += 1)}.example`, OURS)).id;
});

function claim(fields: Partial<EventClaim> = {}): EventClaim {
  const { workspaceId } = OURS;
  return { workspaceId, siteId, eventId: randomUUID(), fingerprint: 1, timeMs: START, ...fields };
}

const claimAll = async (...claims: EventClaim[]) => (await sites.calls.ClaimEvents({ claims })).claims;
const stored = async (): Promise<number> => {
  const { rows } = await sites.database.pool.query<{ found: number }>(
    'SELECT count(*)::int AS found FROM sites.event_claims WHERE site_id = $1',
    [siteId],
  );
  return rows[0]?.found ?? 0;
};

describe('the first claim of an event id', () => {
  it('is returned for later claims, with its time', async () => {
    const first = claim({ fingerprint: 2 ** 48 - 1, timeMs: START - 3 });
    const other = { ...first, fingerprint: 7, timeMs: START };
    const winner = { fingerprint: 2 ** 48 - 1, timeMs: START - 3 };
    expect(await claimAll(first)).toEqual([winner]);
    const fresh = claim({ fingerprint: 5 });
    expect(await claimAll(other, fresh, first)).toEqual([winner, { fingerprint: 5, timeMs: START }, winner]);
  });

  it('wins among the claims of one call', async () => {
    const first = claim({ fingerprint: 9 });
    const firsts = await claimAll(first, { ...first, fingerprint: 1 }, { ...first, fingerprint: 2 });
    expect(firsts.map(({ fingerprint }) => fingerprint)).toEqual([9, 9, 9]);
  });

  it('is one of a site: another site has its own', async () => {
    const first = claim();
    await claimAll(first);
    const other = await createSiteOn(sites, `other${domains}.example`, OURS);
    expect(await claimAll({ ...first, siteId: other.id, fingerprint: 4 })).toMatchObject([
      { fingerprint: 4 },
    ]);
  });

  it('is the same for concurrent calls to two replicas, in any order of their ids', async () => {
    const replica = await sites.startReplica();
    const address = `127.0.0.1:${replica.ports().grpc}`;
    const second = createRpcClient({ service: loadSites(), address });
    try {
      const ids = Array.from({ length: 500 }, () => randomUUID());
      const answers = await Promise.all(
        Array.from({ length: 12 }, async (_, call) => {
          const order = call % 3 === 0 ? ids : ids.toReversed();
          const claims = order.map((eventId) => claim({ eventId, fingerprint: call }));
          const client = call % 2 === 0 ? sites.calls : second.calls;
          const firsts = (await client.ClaimEvents({ claims })).claims;
          return new Map(order.map((eventId, n) => [eventId, firsts[n]?.fingerprint]));
        }),
      );
      for (const eventId of ids) expect(new Set(answers.map((answer) => answer.get(eventId))).size).toBe(1);
      expect(await stored()).toBe(ids.length);
    } finally {
      second.close();
      await replica.stop();
    }
  });

  it('is stored without deadlocks between calls with the same ids', async () => {
    const ids = Array.from({ length: 3_000 }, () => randomUUID());
    const claimsOf = (order: readonly string[]) =>
      order.map((eventId) => ({
        workspaceId: OURS.workspaceId,
        siteId,
        eventId,
        fingerprint: 1,
        time: START,
      }));
    const { pool } = sites.database;
    const connections = await Promise.all(Array.from({ length: 6 }, () => pool.connect()));
    for (const connection of connections) connection.release();
    // Without gRPC, which retries a deadlock.
    await Promise.all(
      Array.from({ length: 6 }, (_, call) =>
        claimEvents(pool, claimsOf(call % 2 === 0 ? ids : ids.toReversed()), {
          now: START,
          renews: call % 3 === 0,
        }),
      ),
    );
    expect(await stored()).toBe(ids.length);
  });

  it('holds for 35 days', async () => {
    const { pool } = sites.database;
    const deleteAll = async (now: number): Promise<void> => {
      const to = await countClaimBlocks(pool);
      expect(to).toBeGreaterThan(1);
      // Part by part: each block is in one of them.
      for (let from = 0; from < to; from += 3) await deleteOldClaims(pool, { now, from, to: from + 3 });
    };
    // Several blocks.
    await claimAll(...Array.from({ length: 500 }, () => claim()));
    await deleteAll(START + 35 * DAY);
    expect(await stored()).toBe(500);
    await deleteAll(START + 35 * DAY + 1);
    expect(await stored()).toBe(0);
  });

  it('is deleted within the day after them, also if the process restarts every few hours', async () => {
    await claimAll(claim());
    const { signal } = new AbortController();
    let scan = createClaimScan(sites.database.pool, sites.clock);
    const runAt = async (run: number): Promise<number> => {
      sites.clock.set(START + 35 * DAY + 1 + run * 15 * 60_000);
      if (run % 10 === 0) scan = createClaimScan(sites.database.pool, sites.clock);
      await scan.readDueParts(sites.clock.now(), signal);
      return stored();
    };
    const left: number[] = [];
    for (let run = 0; run <= 96; run += 1) left.push(await runAt(run));
    expect([left[0], left.at(-1)]).toEqual([1, 0]);
  });

  it('is deleted without reading other parts of the table', async () => {
    // Postgres reads an empty table as a whole, which may be cheaper.
    const rows = await inTransaction(sites.database.pool, async (client) => {
      await client.query('SET LOCAL enable_seqscan = off');
      const plan = await client.query<Record<'QUERY PLAN', string>>(
        `EXPLAIN SELECT FROM sites.event_claims WHERE ctid >= '(0,0)'::tid AND ctid < '(1,0)'::tid AND claimed_at < now()`,
      );
      return plan.rows;
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Tid Range Scan');
  });
});
