import { timingSafeEqual } from 'node:crypto';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Pool } from '@headwater/kit/pg/pool';
import { SCOPES } from '../domain/principal';
import type { ParsedToken } from '../domain/token-format';
import { recordDone } from './audit-log';
import { createToken } from './create-token';
import { createWorkspace } from './create-workspace';

const WORKSPACE_NAME = 'default';

/**
 * Makes the workspace "default" and the token, unless the token is there already; a revoked one stays revoked. Replicas
 * that start together wait for each other on an advisory lock.
 *
 * @throws when the token's id belongs to another token.
 */
export async function ensureBootstrapToken(pool: Pool, token: ParsedToken): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('headwater gateway bootstrap', 0))");
    const known = await client.query<{ token_hash: Buffer }>(
      'SELECT token_hash FROM gateway.tokens WHERE public_id = $1',
      [token.publicId],
    );
    const hash = known.rows[0]?.token_hash;
    if (hash && timingSafeEqual(hash, token.hash)) return;
    if (hash) throw new Error('BOOTSTRAP_TOKEN has the id of another token. Generate a new one.');
    const workspace = await client.query<{ id: string }>(
      'SELECT id FROM gateway.workspaces WHERE name = $1 ORDER BY id LIMIT 1',
      [WORKSPACE_NAME],
    );
    const workspaceId = Number(workspace.rows[0]?.id ?? (await createWorkspace(client, WORKSPACE_NAME)));
    const made = await createToken(client, { workspaceId, token, name: 'bootstrap', scopes: SCOPES });
    if (!made) throw new Error('the workspace is gone');
    await recordDone(client, {
      workspaceId,
      at: made.createdAtMs,
      actor: { type: 'bootstrap' },
      action: 'createToken',
      targetId: String(made.id),
    });
  });
}
