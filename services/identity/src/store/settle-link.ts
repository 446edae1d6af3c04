import type { PoolClient } from '@headwater/kit/pg/pool';
import type { Attribution } from '../domain/attribution';
import { putLinks } from './put-links';
import { recordAttributions } from './record-attributions';

export interface SettleLink {
  readonly workspaceId: number;
  readonly profileId: string;
  readonly anonymousId: string;
  /** The visitor's first session, as it is known by now. */
  readonly attribution: Attribution;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Settles a link whose visitor's session has been observed. Nothing happens when its account was erased meanwhile. */
export async function settleLink(client: PoolClient, settle: SettleLink): Promise<void> {
  const { workspaceId, profileId, anonymousId, attribution, now } = settle;
  const profile = await client.query({
    name: 'lock-profile',
    text: 'SELECT FROM identity.profiles WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
    values: [workspaceId, profileId],
  });
  if (profile.rowCount === 0) return;
  const places = await putLinks(client, [{ profileId, anonymousId, linked: true }], { workspaceId, now });
  const sessions = [...places.values()].map((link) => ({ profileId, link, attribution }));
  await recordAttributions(client, { workspaceId, sessions, now });
}
