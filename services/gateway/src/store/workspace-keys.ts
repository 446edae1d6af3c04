import { createHmac, randomBytes } from 'node:crypto';
import type { MaybePromise } from '@headwater/kit/fast/maybe-promise';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { reseal, seal, unseal, type SealingKeys } from '@headwater/kit/seal';

/** Each purpose has a key of its own. */
export type KeyPurpose = 'idempotency keys' | 'audit chain';

/** A workspace's secret key for a purpose (32 bytes); undefined if the installation has no SECRETS_KEY. */
export type FindWorkspaceKey = (workspaceId: number, purpose: KeyPurpose) => MaybePromise<Buffer | undefined>;

/**
 * Finds keys of workspaces, and creates a workspace's key on first use, unless `create` is false. Keys never change, so each is read
 * once.
 */
export function createWorkspaceKeys(
  db: Pool | PoolClient,
  secretsKeys: SealingKeys | undefined,
  { create = true } = {},
): FindWorkspaceKey {
  const derived = new Map<string, Buffer>();
  return (workspaceId, purpose) => {
    if (!secretsKeys) return undefined;
    const name = `${workspaceId} ${purpose}`;
    const cached = derived.get(name);
    if (cached) return cached;
    return findKey(db, secretsKeys, { workspaceId, create }).then((secret) => {
      if (!secret) return undefined;
      const key = createHmac('sha256', secret).update(`headwater ${purpose}`).digest();
      derived.set(name, key);
      return key;
    });
  };
}

async function findKey(
  db: Pool | PoolClient,
  secretsKeys: SealingKeys,
  { workspaceId, create }: { readonly workspaceId: number; readonly create: boolean },
): Promise<Buffer | undefined> {
  const select = 'SELECT sealed_key FROM gateway.workspace_keys WHERE workspace_id = $1';
  const find = async () => (await db.query<{ sealed_key: Buffer }>(select, [workspaceId])).rows[0];
  let found = await find();
  if (!found) {
    if (!create) return undefined;
    const created = seal(secretsKeys, randomBytes(32).toString('base64'), contextOf(workspaceId));
    await db.query(
      'INSERT INTO gateway.workspace_keys (workspace_id, sealed_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [workspaceId, created],
    );
    found = await find();
  }
  const text = found && unseal(secretsKeys, found.sealed_key, contextOf(workspaceId));
  if (text === undefined) throw notOurKey(workspaceId);
  return Buffer.from(text, 'base64');
}

/**
 * Seals with the first of the keys every workspace key that an older key sealed, and verifies that all open. Gateways may run it concurrently.
 *
 * @throws Error if there are workspace keys but no SECRETS_KEY, or if no key opens one of them.
 */
export async function resealWorkspaceKeys(db: Pool, secretsKeys: SealingKeys | undefined): Promise<void> {
  const { rows } = await db.query<{ workspace_id: string; sealed_key: Buffer }>(
    'SELECT workspace_id, sealed_key FROM gateway.workspace_keys',
  );
  if (rows.length === 0) return;
  if (!secretsKeys)
    throw new Error(
      'SECRETS_KEY is missing, but it seals keys of workspaces. Restore it: set the same key on all gateways.',
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
