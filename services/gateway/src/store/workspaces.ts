import { timingSafeEqual } from 'node:crypto';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { SealingKeys } from '@headwater/kit/seal';
import { SCOPES } from '../domain/principal';
import type { ParsedToken } from '../domain/token-format';
import { insertCompletedAction } from './audit-log';
import { insertToken } from './tokens';
import { createWorkspaceKeys } from './workspace-keys';

/** Creates a workspace and returns its id. Names need not be unique. */
export async function insertWorkspace(db: Pool | PoolClient, name: string): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    'INSERT INTO gateway.workspaces (name) VALUES ($1) RETURNING id',
    [name],
  );
  return Number(rows[0]?.id);
}

/** The id of the oldest workspace; undefined if there is none. */
export async function findFirstWorkspace(db: Pool): Promise<number | undefined> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM gateway.workspaces ORDER BY id LIMIT 1');
  return rows[0] && Number(rows[0].id);
}

/** The ids of all workspaces. */
export async function listWorkspaceIds(db: Pool): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM gateway.workspaces');
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The name of a workspace. @throws Error if the workspace does not exist. */
export async function findWorkspaceName(db: Pool, workspaceId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM gateway.workspaces WHERE id = $1', [
    workspaceId,
  ]);
  if (!rows[0]) throw workspaceNotFound(workspaceId);
  return rows[0].name;
}

/** The secret key of a workspace's visitor pseudonyms (32 bytes). @throws Error if the workspace does not exist. */
export async function findVisitorKey(db: Pool, workspaceId: number): Promise<Buffer> {
  const { rows } = await db.query<{ visitor_key: Buffer }>({
    name: 'find-visitor-key',
    text: 'SELECT visitor_key FROM gateway.workspaces WHERE id = $1',
    values: [workspaceId],
  });
  const key = rows[0]?.visitor_key;
  if (!key) throw workspaceNotFound(workspaceId);
  return key;
}

/** When an account or visitor of the workspace was last erased, Unix milliseconds; 0: never. */
export async function findLastErasure(db: Pool, workspaceId: number): Promise<number> {
  const { rows } = await db.query<{ last_erasure_at: Date | null }>({
    name: 'find-last-erasure',
    text: 'SELECT last_erasure_at FROM gateway.workspaces WHERE id = $1',
    values: [workspaceId],
  });
  return rows[0]?.last_erasure_at?.getTime() ?? 0;
}

/** Stores the end of an erasure, Unix milliseconds: stored answers to earlier requests may have facts of an erased account. */
export async function updateLastErasure(
  db: Pool | PoolClient,
  workspaceId: number,
  endMs: number,
): Promise<void> {
  await db.query({
    name: 'update-last-erasure',
    text: 'UPDATE gateway.workspaces SET last_erasure_at = greatest(last_erasure_at, $2) WHERE id = $1',
    values: [workspaceId, new Date(endMs)],
  });
}

const BOOTSTRAP_WORKSPACE = 'default';

/**
 * Creates the workspace "default" and the token unless the token exists; a revoked token stays revoked. An advisory lock
 * serialises replicas that start together.
 *
 * @throws Error if another token has the same public id.
 */
export async function ensureBootstrapToken(
  db: Pool,
  token: ParsedToken,
  secretsKeys: SealingKeys,
): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('headwater gateway bootstrap', 0))");
    const existing = await client.query<{ token_hash: Buffer }>(
      'SELECT token_hash FROM gateway.tokens WHERE public_id = $1',
      [token.publicId],
    );
    const hash = existing.rows[0]?.token_hash;
    if (hash && timingSafeEqual(hash, token.hash)) return;
    if (hash)
      throw new Error('BOOTSTRAP_TOKEN has the public id of another token. Generate a new bootstrap token.');
    const workspace = await client.query<{ id: string }>(
      'SELECT id FROM gateway.workspaces WHERE name = $1 ORDER BY id LIMIT 1',
      [BOOTSTRAP_WORKSPACE],
    );
    const workspaceId = Number(workspace.rows[0]?.id ?? (await insertWorkspace(client, BOOTSTRAP_WORKSPACE)));
    const created = await insertToken(client, { workspaceId, token, name: 'bootstrap', scopes: SCOPES });
    if (!created) throw workspaceNotFound(workspaceId);
    const store = { db: client, workspaceKey: createWorkspaceKeys(client, secretsKeys) };
    await insertCompletedAction(store, {
      workspaceId,
      at: created.createdAtMs,
      actor: { type: 'bootstrap' },
      action: 'createToken',
      targetId: String(created.id),
    });
  });
}

function workspaceNotFound(workspaceId: number): Error {
  return new Error(`Workspace ${workspaceId} does not exist.`);
}
