import type { PageFacts } from '../domain/detection/detection';
import type { Detection, Site } from '../domain/site';

/** The columns that make a `Site`. */
export const SITE_COLUMNS = `id, workspace_id, domain, name, timezone, categories, tags, site_key, created_at,
  installed_at, deleted_at, purge_at, detection_status, detection, detection_checked_at`;

/** A row of `sites.sites` as `pg` gives it: 64-bit integers come as strings. */
export interface SiteRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly domain: string;
  readonly name: string;
  readonly timezone: string;
  readonly categories: string[];
  readonly tags: string[];
  readonly site_key: string;
  readonly created_at: Date;
  readonly installed_at: Date | null;
  readonly deleted_at: Date | null;
  readonly purge_at: Date | null;
  readonly detection_status: Detection['status'] | null;
  readonly detection: PageFacts | null;
  readonly detection_checked_at: Date | null;
}

export function siteFromRow(row: SiteRow): Site {
  return {
    id: Number(row.id),
    workspaceId: Number(row.workspace_id),
    domain: row.domain,
    name: row.name,
    timezone: row.timezone,
    categories: row.categories,
    tags: row.tags,
    siteKey: row.site_key,
    installed: row.installed_at !== null,
    createdAt: row.created_at.getTime(),
    ...(row.deleted_at && row.purge_at
      ? { bin: { deletedAt: row.deleted_at.getTime(), purgeAt: row.purge_at.getTime() } }
      : {}),
    ...detectionFromRow(row),
  };
}

function detectionFromRow(row: SiteRow): Pick<Site, 'detection'> {
  const { detection_status: status, detection: found, detection_checked_at: at } = row;
  if (status === null) return {};
  if (status === 'pending' || !found || !at) return { detection: { status: 'pending' } };
  return { detection: { status, ...found, checkedAt: at.getTime() } };
}
