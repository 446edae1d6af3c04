import type { Pool } from '@headwater/kit/pg/pool';
import type { Site } from '../domain/site';
import { SITE_COLUMNS, siteFromRow, type SiteRow } from './site-row';

/**
 * The site of an id in whatever workspace, active or in the bin. For the check of a site key alone: the one read that
 * knows no workspace yet, since it is the key that tells it.
 */
export async function getKeyHolder(pool: Pool, id: number): Promise<Site | undefined> {
  const { rows } = await pool.query<SiteRow>(`SELECT ${SITE_COLUMNS} FROM sites.sites WHERE id = $1`, [id]);
  return rows[0] && siteFromRow(rows[0]);
}
