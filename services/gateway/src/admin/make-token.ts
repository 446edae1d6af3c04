import type { Pool } from '@headwater/kit/pg/pool';
import { SCOPES } from '../domain/principal';
import { generateToken, parseToken } from '../domain/token-format';
import { recordDone } from '../store/audit-log';
import { createToken } from '../store/create-token';

/** Makes a token with all rights. @returns what is to be shown of it; undefined without such a workspace */
export async function makeToken(
  pool: Pool,
  workspaceId: number,
  { isNewWorkspace = false } = {},
): Promise<object | undefined> {
  const token = generateToken();
  const parsed = parseToken(token);
  if (!parsed) throw new Error('made a malformed token');
  const made = await createToken(pool, { workspaceId, token: parsed, name: 'admin', scopes: SCOPES });
  if (!made) return undefined;
  const done = { workspaceId, at: made.createdAtMs, actor: { type: 'admin' } as const };
  if (isNewWorkspace) await recordDone(pool, { ...done, action: 'createWorkspace' });
  await recordDone(pool, { ...done, action: 'createToken', targetId: String(made.id) });
  return { workspaceId, token };
}
