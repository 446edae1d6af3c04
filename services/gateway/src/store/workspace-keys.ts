import { createHmac, randomBytes } from 'node:crypto';
import type { MaybePromise } from '@headwater/kit/fast/maybe-promise';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { reseal, seal, unseal, type SealingKeys } from '@headwater/kit/seal';

/** Each purpose has a key of its own. */
export type KeyPurpose = 'idempotency keys' | 'audit chain';

/** A workspace's secret key for a purpose (32 bytes). */
export type FindWorkspaceKey = (workspaceId: number, purpose: KeyPurpose) => MaybePromise<Buffer>;

/** Finds keys of workspaces, and creates a workspace's key on first use. Keys never change, so each is read once. */
export function createWorkspaceKeys(db: Pool | PoolClient, secretsKeys: SealingKeys): FindWorkspaceKey {
  const derived = new Map<string, Buffer>();
  return (workspaceId, purpose) => {
    const name = `${workspaceId} ${purpose}`;
    return (
      derived.get(name) ??
      findOrCreateKey(db, secretsKeys, { workspaceId, purpose }).then((key) => {
        derived.set(name, key);
        return key;
      })
    );
  };
}

interface KeyName {
  readonly workspaceId: number;
  readonly purpose: KeyPurpose;
}

/** Returns a workspace's key for a purpose; undefined if the workspace has none yet. @throws Error if no key opens it */
export async function readWorkspaceKey(
  db: Pool | PoolClient,
  secretsKeys: SealingKeys,
  { workspaceId, purpose }: KeyName,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ sealed_key: Buffer }>(
    'SELECT sealed_key FROM gateway.workspace_keys WHERE workspace_id = $1',
    [workspaceId],
  );
  if (!rows[0]) return undefined;
  const text = unseal(secretsKeys, rows[0].sealed_key, contextOf(workspaceId));
  if (text === undefined) throw notOurKey(workspaceId);
  return createHmac('sha256', Buffer.from(text, 'base64')).update(`headwater ${purpose}`).digest();
}

async function findOrCreateKey(
  db: Pool | PoolClient,
  secretsKeys: SealingKeys,
  name: KeyName,
): Promise<Buffer> {
  const { workspaceId } = name;
  const found = await readWorkspaceKey(db, secretsKeys, name);
  if (found) return found;
  await db.query(
    'INSERT INTO gateway.workspace_keys (workspace_id, sealed_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [workspaceId, seal(secretsKeys, randomBytes(32).toString('base64'), contextOf(workspaceId))],
  );
  const created = await readWorkspaceKey(db, secretsKeys, name);
  if (!created) throw new Error(`The key of workspace ${workspaceId} was deleted.`);
  return created;
}

/**
 * Seals with the first of the keys every workspace key that an older key sealed, and verifies that all open. Gateways may run it concurrently.
 *
 * @throws Error if no key opens one of them.
 */
export async function resealWorkspaceKeys(db: Pool, secretsKeys: SealingKeys): Promise<void> {
  const { rows } = await db.query<{ workspace_id: string; sealed_key: Buffer }>(
    'SELECT workspace_id, sealed_key FROM gateway.workspace_keys',
  );
  for (const { workspace_id, sealed_key: before } of rows) {
    const sealed = reseal(secretsKeys, before, contextOf(Number(workspace_id)));
    if (!sealed) throw notOurKey(Number(workspace_id));
    if (sealed !== before)
      await db.query(
        'UPDATE gateway.workspace_keys SET sealed_key = $3 WHERE workspace_id = $1 AND sealed_key = $2',
        [workspace_id, before, sealed],
      );
  }
}

function notOurKey(workspaceId: number): Error {
  return new Error(
    `SECRETS_KEY is not the key that sealed the key of workspace ${workspaceId}. Restore that key, or append it after a comma.`,
  );
}

/** Bound to the ciphertext, so that a key copied to another workspace does not open. */
function contextOf(workspaceId: number): string {
  return `gateway.workspace_keys ${workspaceId}`;
}
