import { randomUUID } from 'node:crypto';
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
    const { rows } = await sites.database.pool.query<Record<'QUERY PLAN', string>>(
      `EXPLAIN SELECT FROM sites.event_claims WHERE ctid >= '(0,0)'::tid AND ctid < '(1,0)'::tid AND claimed_at < now()`,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Tid Range Scan');
  });
});

describe('a claim of an import', () => {
  const renew = async (...claims: EventClaim[]) =>
    (await sites.calls.ClaimEvents({ claims, renews: true })).claims.map(({ fingerprint }) => fingerprint);
  const release = (...claims: EventClaim[]) => sites.calls.ReleaseClaims({ claims });
  const MINUTES = 60_000;

  it('can be released two minutes after its last repeat, by its content', async () => {
    const first = claim({ fingerprint: 4 });
    const other = { ...first, fingerprint: 5 };
    expect(await renew(first, other, first)).toEqual([4, 4, 4]);
    sites.clock.set(START + 2 * MINUTES);
    // A claim of other content renews nothing.
    expect(await renew(other)).toEqual([4]);
    await release(first);
    expect(await renew(first)).toEqual([4]);
    sites.clock.set(START + 4 * MINUTES);
    await release(first);
    expect(await renew(other)).toEqual([4]);
    sites.clock.set(START + 4 * MINUTES + 1);
    await release(other, { ...first, workspaceId: 999 });
    expect(await renew(other)).toEqual([4]);
    await release(first);
    expect(await renew(other)).toEqual([5]);
  });

  it('is returned while it is released concurrently: a claim is either first or renewed', async () => {
    const claims = Array.from({ length: 200 }, () => claim());
    await renew(...claims);
    sites.clock.set(START + 3 * MINUTES);
    const others = claims.map((one) => ({ ...one, fingerprint: 2 }));
    const answers = await Promise.all([
      renew(...claims.toReversed()),
      release(...claims),
      renew(...others),
      release(...claims.toReversed()),
    ]);
    const { rows } = await sites.database.pool.query<{ event_id: string; fingerprint: string }>(
      'SELECT event_id, fingerprint FROM sites.event_claims WHERE site_id = $1',
      [siteId],
    );
    const winners = new Map(rows.map(({ event_id, fingerprint }) => [event_id, Number(fingerprint)]));
    expect(winners.size).toBe(200);
    for (const [n, { eventId = '' }] of claims.entries()) {
      const [ofFirst, ofOther] = [answers[0].toReversed()[n], answers[2][n]];
      // A call that got its own content back has the claim.
      if (ofFirst === 1) expect([eventId, winners.get(eventId), ofOther]).toEqual([eventId, 1, 1]);
      if (ofOther === 2) expect([eventId, winners.get(eventId), ofFirst]).toEqual([eventId, 2, 2]);
    }
  });
});

describe('a claim that is not stored', () => {
  it('is one of an unknown site, or of another workspace', async () => {
    const [theirs, unknown] = [claim({ workspaceId: 999 }), claim({ siteId: 888_888, fingerprint: 3 })];
    expect(await claimAll(theirs, unknown)).toMatchObject([{ fingerprint: 1 }, { fingerprint: 3 }]);
    expect(await stored()).toBe(0);
  });

  it('does not reveal the claim of our site to another workspace', async () => {
    const ours = claim({ timeMs: START - DAY });
    await claimAll(ours);
    const theirs = { ...ours, workspaceId: 999, fingerprint: 6, timeMs: START };
    expect(await claimAll(theirs)).toEqual([{ fingerprint: 6, timeMs: START }]);
  });

  it('is one of a site whose purge has begun; a deleted site can be restored', async () => {
    await sites.calls.DeleteSite({ id: siteId }, OURS);
    await claimAll(claim());
    expect(await stored()).toBe(1);
    sites.clock.set(START + 30 * DAY);
    await sites.calls.BeginPurge({ id: siteId, rows: {} }, OURS);
    expect(await claimAll(claim({ fingerprint: 8 }))).toMatchObject([{ fingerprint: 8 }]);
    expect(await stored()).toBe(1);
  });
});

it('refuses more than 1,000 claims, and ids that are no UUID', async () => {
  const many = Array.from({ length: 1_000 }, () => claim());
  expect(await claimAll(...many)).toHaveLength(1_000);
  await expect(claimAll(...many, claim())).rejects.toMatchObject({ code: 'invalid_request' });
  for (const eventId of ['', 'x', randomUUID().toUpperCase()])
    await expect(claimAll(claim({ eventId }))).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(claimAll(claim({ timeMs: 9e15 }))).rejects.toMatchObject({ code: 'invalid_request' });
});

it('deletes all claims of a site with its purge, and those of no other site', async () => {
  const purged = siteId;
  // More than one batch of the deletion.
  for (let call = 0; call < 6; call++) await claimAll(...Array.from({ length: 1_000 }, () => claim()));
  await sites.calls.DeleteSite({ id: purged }, OURS);
  siteId = (await createSiteOn(sites, `kept${domains}.example`, OURS)).id;
  await claimAll(claim());
  sites.clock.set(START + 30 * DAY);
  await sites.calls.BeginPurge({ id: purged, rows: {} }, OURS);
  await expect(sites.calls.FinishPurge({ id: siteId }, OURS)).rejects.toMatchObject({
    code: 'site_not_found',
  });
  await sites.calls.FinishPurge({ id: purged }, OURS);
  expect(await stored()).toBe(1);
  siteId = purged;
  expect(await stored()).toBe(0);
});
