import type { Pool } from '@headwater/kit/pg/pool';
import type { Site } from '../domain/site';
import { findActiveSite } from './find-active-site';
import { insertSite, type SiteToInsert } from './insert-site';

/** Enough for any honest race: each turn needs another caller to have created and deleted the domain meanwhile. */
const MAX_TURNS = 20;

/**
 * The workspace's active site of the domain: the one that is there, unchanged, or else a new one. Concurrent calls end
 * with one site.
 */
export async function createSite(
  pool: Pool,
  workspaceId: number,
  site: SiteToInsert,
): Promise<{ site: Site; existing: boolean }> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    // Reading first spends no id on a repeat.
    const existing = await findActiveSite(pool, workspaceId, site.domain);
    if (existing) return { site: existing, existing: true };
    const inserted = await insertSite(pool, workspaceId, site);
    if (inserted) return { site: inserted, existing: false };
    // Somebody else's create came between the two statements; unless deleted since, the next read finds it.
  }
  throw new Error(`a domain was created and deleted ${MAX_TURNS} times under one create`);
}
