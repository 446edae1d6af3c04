import type { Pool } from '@headwater/kit/pg/pool';
import type { NewSite, Site } from '../domain/site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

export interface SiteToInsert extends NewSite {
  readonly siteKey: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds; default: never. */
  readonly expiresAt?: number;
}

/**
 * Adds an active site, or gives undefined when the workspace has an active site of this domain already. Waits for a
 * concurrent create or restore of the domain to commit, so one of them wins.
 */
export async function insertSite(
  pool: Pool,
  workspaceId: number,
  site: SiteToInsert,
): Promise<Site | undefined> {
  const { rows } = await pool.query<SiteRow>(
    `INSERT INTO sites.sites
       (workspace_id, domain, name, timezone, categories, tags, site_key, created_at, detection_status,
        expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (workspace_id, domain) WHERE deleted_at IS NULL DO NOTHING
     RETURNING ${SITE_COLUMNS}`,
    [
      workspaceId,
      site.domain,
      site.name,
      site.timezone,
      site.categories,
      site.tags,
      site.siteKey,
      new Date(site.createdAt),
      site.detect ? 'pending' : null,
      site.expiresAt === undefined ? null : new Date(site.expiresAt),
    ],
  );
  return rows[0] && siteFromRow(rows[0]);
}
