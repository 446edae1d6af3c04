import type { Pool } from '@headwater/kit/pg/pool';
import { findIdentified } from './find-identified';
import type { SavedIdentify, SaveIdentify } from './save-identify';
import { rewriteProfile } from './rewrite-profile';

/** `unknown`: there is no such account; `unsettled`: there may be, and the visitor's first session is to be asked for. */
export type SavedKnown =
  | { readonly outcome: 'saved'; readonly saved: SavedIdentify }
  | { readonly outcome: 'unknown' | 'unsettled' };

/**
 * Saves the identify of an account that is known with this visitor and whose channel is recorded, as most are that come
 * with each sign-in: one statement that reads, and one that writes if anything is new. The visitor's session needs no
 * second look: the repair mends the record if events disprove it.
 */
export async function saveKnown(
  pool: Pool,
  save: Omit<SaveIdentify, 'visitorKey' | 'attribution' | 'isNew'>,
): Promise<SavedKnown> {
  const { workspaceId, anonymousId, account, now } = save;
  const [{ digest }, ...older] = account.digests;
  const known = await findIdentified(pool, workspaceId, { digest, anonymousId });
  // While several keys are live, it may be known by another digest.
  if (known === undefined) return { outcome: older.length === 0 ? 'unknown' : 'unsettled' };
  const { stored, channel } = known;
  if (channel === undefined) return { outcome: 'unsettled' };
  const merged = save.merge(stored.profile, account.changes);
  if (!merged.ok) return { outcome: 'saved', saved: { ok: false, problems: merged.problems } };
  const profile = merged.value;
  const written =
    save.isSame(stored.profile, profile) ||
    (await rewriteProfile(pool, workspaceId, { ...stored, profile, now }));
  return written ? { outcome: 'saved', saved: { ok: true, channel } } : { outcome: 'unsettled' };
}
