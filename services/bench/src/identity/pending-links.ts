import { insertEvents } from '@headwater/eventstore/insert-events';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { visitorKey } from '@headwater/eventstore/visitor-key';
import type { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Pool } from '@headwater/kit/pg/pool';

const WORKSPACE = 1;
/** A statement may take 5 s. */
const AT_A_TIME = 5_000;

/** Accounts with a link each that waits for the events of `visitor 1`, `visitor 2`, …. */
export async function seedPendingLinks(pool: Pool, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_A_TIME) {
    const to = Math.min(count, from + AT_A_TIME - 1);
    await pool.query(
      `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, created_at, updated_at)
       SELECT $1, sha256(n::text::bytea), 'k1', now(), now() FROM generate_series($2::int, $3::int) AS n`,
      [WORKSPACE, from, to],
    );
    await pool.query(
      `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, created_at, visitor_key)
       SELECT $1::bigint, id, 'visitor ' || id, now(),
              substring(sha256('visitor'::bytea || '\\x00'::bytea || $1::bigint::text::bytea || '\\x00'::bytea
                               || ('visitor ' || id)::bytea) FROM 1 FOR 8)
         FROM identity.profiles
        WHERE workspace_id = $1 AND id BETWEEN $2 AND $3`,
      [WORKSPACE, from, to],
    );
  }
  await pool.query('ANALYZE identity.links, identity.profiles');
}

/** Stores a pageview of each of the round's awaited visitors, and of others of whom there is no link. */
export async function arrive(
  client: ReturnType<typeof createClickhouse>,
  { round, awaited, passersBy, links }: { round: number; awaited: number; passersBy: number; links: number },
): Promise<void> {
  const now = new Date().toISOString();
  const viewOf = (visitor: string) =>
    sampleEvent({ visitor_id: visitorKey(WORKSPACE, visitor), ts: now, received_at: now });
  const events = [
    ...Array.from({ length: passersBy }, (_, n) => viewOf(`passer-by ${round} ${n}`)),
    // Spread over all that wait.
    ...Array.from({ length: awaited }, (_, n) =>
      viewOf(`visitor ${1 + round + n * Math.floor(links / awaited)}`),
    ),
  ];
  for (let at = 0; at < events.length; at += 1_000) await insertEvents(client, events.slice(at, at + 1_000));
}
