import type { PoolClient } from '@headwater/kit/pg/pool';
import type { Attribution } from '../domain/attribution';
import { putLink } from './put-link';
import { recordAttribution } from './record-attribution';

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
  const { workspaceId, profileId } = settle;
  const profile = await client.query({
    name: 'lock-profile',
    text: 'SELECT FROM identity.profiles WHERE workspace_id = $1 AND id = $2 FOR UPDATE',
    values: [workspaceId, profileId],
  });
  if (profile.rowCount === 0) return;
  const link = await putLink(client, { ...settle, linked: true });
  await recordAttribution(client, { ...settle, link });
}
