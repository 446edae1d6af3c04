import type { Pool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { ParsedToken } from '../domain/token-format';

export interface Rotation {
  readonly workspaceId: number;
  readonly id: number;
  /** The new secret. */
  readonly token: ParsedToken;
  /** Times: Unix milliseconds. */
  readonly now: number;
  /** When the old secret ends, unless it ends before. */
  readonly overlapEndsAt: number;
}

/** What became of a rotation; `replaced`: the token has a successor already. */
export type Rotated =
  | {
      readonly outcome: 'rotated';
      readonly id: number;
      readonly createdAtMs: number;
      readonly oldExpiresAtMs: number;
    }
  | { readonly outcome: 'not_found' | 'replaced' };

/** Makes a token that may do what another may, and lets that one end. Of two rotations at once one finds it replaced. */
export async function rotateToken(
  pool: Pool,
  { workspaceId, id, token, now, overlapEndsAt }: Rotation,
): Promise<Rotated> {
  return inTransaction(pool, async (client) => {
    const old = await client.query<{ replaced_by: string | null }>(
      `SELECT replaced_by FROM gateway.tokens
       WHERE workspace_id = $1 AND id = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)
       FOR UPDATE`,
      [workspaceId, id, new Date(now)],
    );
    const [found] = old.rows;
    if (!found) return { outcome: 'not_found' };
    if (found.replaced_by !== null) return { outcome: 'replaced' };
    const made = await client.query<{ id: string; created_at: Date }>(
      `INSERT INTO gateway.tokens (workspace_id, public_id, token_hash, name, scopes, sites, expires_at)
       SELECT workspace_id, $3, $4, name, scopes, sites, expires_at FROM gateway.tokens
       WHERE workspace_id = $1 AND id = $2
       RETURNING id, created_at`,
      [workspaceId, id, token.publicId, token.hash],
    );
    const [successor] = made.rows;
    if (!successor) throw new Error('the token is gone though its row is locked');
    const ended = await client.query<{ expires_at: Date }>(
      `UPDATE gateway.tokens SET replaced_by = $3, expires_at = least(expires_at, $4)
       WHERE workspace_id = $1 AND id = $2 RETURNING expires_at`,
      [workspaceId, id, successor.id, new Date(overlapEndsAt)],
    );
    return {
      outcome: 'rotated',
      id: Number(successor.id),
      createdAtMs: successor.created_at.getTime(),
      oldExpiresAtMs: ended.rows[0]?.expires_at.getTime() ?? overlapEndsAt,
    };
  });
}
