import type { Pool } from '@headwater/kit/pg/pool';
import { isoTime } from '../domain/iso-time';
import { SCOPES } from '../domain/principal';
import { makeSecret } from '../domain/random-secret';
import { SIGN_IN_LINK_MS, signInUrl } from '../domain/sign-in-link';
import { recordDone } from '../store/audit-log';
import { createSignInLink } from '../store/dashboard-sessions';
import { findFirstWorkspace } from '../store/find-first-workspace';

export interface WantedLink {
  /** Default: the first workspace. */
  readonly workspaceId?: number;
  /** Where browsers reach the gateway. */
  readonly publicUrl: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Makes a sign-in link with all rights. @returns what is to be shown of it; undefined without such a workspace */
export async function makeDashboardLink(
  pool: Pool,
  { workspaceId, publicUrl, now }: WantedLink,
): Promise<object | undefined> {
  const id = workspaceId ?? (await findFirstWorkspace(pool));
  if (id === undefined) return undefined;
  const code = makeSecret();
  const expiresAtMs = now + SIGN_IN_LINK_MS;
  const rights = { tokenId: null, scopes: SCOPES, sites: null };
  const linkId = await createSignInLink(pool, {
    workspaceId: id,
    ...rights,
    codeHash: code.hash,
    expiresAtMs,
  });
  if (linkId === undefined) return undefined;
  await recordDone(pool, {
    workspaceId: id,
    at: now,
    actor: { type: 'admin' },
    action: 'createDashboardLink',
    targetId: String(linkId),
  });
  return { workspaceId: id, url: signInUrl(publicUrl, code.text), expiresAt: isoTime(expiresAtMs) };
}
