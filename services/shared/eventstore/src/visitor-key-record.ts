import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Logger } from '@headwater/kit/log';
import { onlyWorkspaces } from './only-workspaces';
import { createStoredIds, type StoredIds, type VisitorKey } from './stored-ids';

/** This program has another VISITOR_KEY than the key of the stored ids. */
export class VisitorKeyError extends Error {
  constructor(recorded: string, own: string) {
    super(messageFor(recorded, own));
    this.name = 'VisitorKeyError';
  }
}

function messageFor(recorded: string, own: string): string {
  const ownKey = own === '' ? 'VISITOR_KEY is no key' : `VISITOR_KEY has the fingerprint ${own}`;
  return recorded === ''
    ? `${ownKey}, but the stored visitor ids are hashed without a key. Set it to none (deploy/KEYS.md).`
    : `${ownKey}, but a key with the fingerprint ${recorded} hashes the stored visitor ids. Set that key (deploy/KEYS.md).`;
}

/**
 * Resolves if this program hashes ids as all others of the event store do. Programs with different keys would count each
 * visitor several times, and find no visits of an account.
 *
 * @throws VisitorKeyError; the client's error, unchanged
 */
export type CheckVisitorKey = () => Promise<void>;

/** Returns the check. It queries the event store until the first success. */
export function createVisitorKeyCheck(client: ClickHouseClient, { fingerprint }: StoredIds): CheckVisitorKey {
  let isRight = false;
  return async () => {
    if (isRight) return;
    const recorded = (await findRecorded(client)) ?? (await record(client, fingerprint));
    if (recorded !== fingerprint) throw new VisitorKeyError(recorded, fingerprint);
    isRight = true;
  };
}

interface OpenedIds {
  readonly storedIds: StoredIds;
  /** To await before anything is stored or found under these ids. */
  readonly checkVisitorKey: CheckVisitorKey;
}

/**
 * Returns the ids of a service, checked at its start. While ClickHouse is unreachable or not migrated the service starts unchecked,
 * because the collector must accept events then.
 *
 * @throws VisitorKeyError
 */
export async function openStoredIds(
  client: ClickHouseClient,
  visitorKey: VisitorKey | undefined,
  log: Logger,
): Promise<OpenedIds> {
  if (visitorKey === undefined)
    log.warn(
      'VISITOR_KEY is not set: visitor ids are hashed without a key. Set a key before the first event, or none if there are events (deploy/KEYS.md)',
    );
  const storedIds = createStoredIds(visitorKey ?? 'none');
  const checkVisitorKey = createVisitorKeyCheck(client, storedIds);
  try {
    await checkVisitorKey();
  } catch (error) {
    if (error instanceof VisitorKeyError) throw error;
    log.warn({ err: error }, 'check of VISITOR_KEY failed; starting without it');
  }
  return { storedIds, checkVisitorKey };
}

async function findRecorded(client: ClickHouseClient): Promise<string | undefined> {
  const result = await client.query({
    query: 'SELECT fingerprint FROM visitor_keys ORDER BY recorded_at LIMIT 1',
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([0]),
  });
  return (await result.json<{ fingerprint: string }>())[0]?.fingerprint;
}

/**
 * Records the key of the first program, or that there is none if the store has events already. Concurrent programs have the same
 * deduplication token: ClickHouse stores the row of one of them.
 *
 * @returns the stored fingerprint
 */
async function record(client: ClickHouseClient, fingerprint: string): Promise<string> {
  await client.insert({
    table: 'visitor_keys',
    format: 'JSONEachRow',
    values: [{ workspace_id: 0, fingerprint: (await hasEvents(client)) ? '' : fingerprint }],
    clickhouse_settings: {
      async_insert: 0,
      wait_end_of_query: 1,
      distributed_foreground_insert: 1,
      insert_deduplication_token: 'visitor key',
    },
  });
  const recorded = await findRecorded(client);
  if (recorded === undefined) throw new Error('The fingerprint of VISITOR_KEY is not replicated yet.');
  return recorded;
}

/** Whether any workspace has events, or had some of a visitor. Reads no values. */
async function hasEvents(client: ClickHouseClient): Promise<boolean> {
  const result = await client.query({
    query: 'SELECT 1 FROM events LIMIT 1 UNION ALL SELECT 1 FROM first_touches LIMIT 1',
    format: 'JSONEachRow',
    clickhouse_settings: onlyWorkspaces([], { acrossWorkspaces: ['events', 'first_touches'] }),
  });
  return (await result.json()).length > 0;
}
