import type { Db } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import type { SharedPage } from '@headwater/protos/vocabulary';

export interface NewShareLink {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly name: string;
  readonly slug: string;
  readonly page: SharedPage;
  /** Query string of the page, without `?`. */
  readonly view: string;
  /** Null: needs no password. */
  readonly passwordHash: string | null;
  readonly keySecret: Buffer;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  /** The token that creates it; null: the admin command. */
  readonly createdBy: number | null;
  /** Unix milliseconds; null: never. */
  readonly expiresAtMs: number | null;
}

/** A link as the shared page reads it. */
export interface StoredShareLink {
  readonly id: number;
  readonly workspaceId: number;
  readonly siteId: number;
  /** A `SharedPage`, or a page of a later release. */
  readonly page: string;
  readonly view: string;
  readonly passwordHash: string | null;
  readonly keySecret: Buffer;
  /** Unix milliseconds; null: never. */
  readonly expiresAtMs: number | null;
}

/** A link as its workspace sees it. */
export interface ListedShareLink {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly page: SharedPage;
  readonly view: string;
  readonly hasPassword: boolean;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  /** The token that created it; null: the admin command or an earlier release. */
  readonly createdBy: number | null;
  /** Unix milliseconds; null: never. */
  readonly expiresAtMs: number | null;
}

/** The tokens that created links. */
export interface CreatedByTokens {
  readonly workspaceId: number;
  readonly tokenIds: readonly number[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** A site of a workspace. */
export interface SiteId {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** @param now placeholder of the time */
const worksAt = (now: '$2' | '$3'): string => `coalesce(expires_at > ${now}, true)`;

/** Stores a link. @param max links per site @returns its id; undefined if the site has reached `max`. */
export async function insertShareLink(db: Db, link: NewShareLink, max: number): Promise<number | undefined> {
  const { workspaceId, siteId, name, slug, page, view, passwordHash, keySecret, createdAtMs, createdBy } =
    link;
  const [createdAt, expiresAt] = [new Date(createdAtMs), dateOf(link.expiresAtMs)];
  return inTransaction(db, async (client) => {
    // Serialises inserts per site: two concurrent counts would both find a free slot.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('gateway.share_links', $1))`, [siteId]);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO gateway.share_links (workspace_id, site_id, name, slug, password_hash, key_secret, created_at,
                                        created_by, expires_at, page, view)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $10, $11, $12
       WHERE (SELECT count(*) FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2) < $9
       RETURNING id`,
      [
        ...[workspaceId, siteId, name, slug, passwordHash, keySecret, createdAt, createdBy, max],
        ...[expiresAt, page, view],
      ],
    );
    return rows[0] && Number(rows[0].id);
  });
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** The links of a site, also expired ones, ordered by id. */
export async function findShareLinksOfSite(
  db: Db,
  { workspaceId, siteId }: SiteId,
): Promise<ListedShareLink[]> {
  const { rows } = await db.query<ListedRow>(
    `SELECT ${LISTED} FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2 ORDER BY id`,
    [workspaceId, siteId],
  );
  return rows.map(listed);
}

const LISTED =
  'id, name, slug, page, view, password_hash IS NOT NULL AS has_password, created_at, created_by, expires_at';

interface ListedRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly page: SharedPage;
  readonly view: string;
  readonly has_password: boolean;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly expires_at: Date | null;
}

const listed = (row: ListedRow): ListedShareLink => ({
  ...{ id: Number(row.id), name: row.name, slug: row.slug, page: row.page, view: row.view },
  hasPassword: row.has_password,
  createdAtMs: row.created_at.getTime(),
  createdBy: row.created_by === null ? null : Number(row.created_by),
  expiresAtMs: row.expires_at?.getTime() ?? null,
});

/**
 * Changes a link.
 *
 * @param client in a transaction, which locks the link until its end
 * @param change returns the new values; throws to leave the link unchanged
 * @returns undefined if the site has no such link
 */
export async function updateShareLinkById(
  client: Db,
  { workspaceId, siteId, id }: SiteId & { readonly id: number },
  change: (link: ListedShareLink) => Pick<ListedShareLink, 'name' | 'page' | 'view' | 'expiresAtMs'>,
): Promise<ListedShareLink | undefined> {
  const { rows } = await client.query<ListedRow>(
    `SELECT ${LISTED} FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2 AND id = $3 FOR UPDATE`,
    [workspaceId, siteId, id],
  );
  const link = rows[0] && listed(rows[0]);
  if (!link) return undefined;
  const changed = { ...link, ...change(link) };
  const { name, page, view, expiresAtMs } = changed;
  await client.query(
    `UPDATE gateway.share_links SET name = $4, page = $5, view = $6, expires_at = $7
     WHERE workspace_id = $1 AND site_id = $2 AND id = $3`,
    [workspaceId, siteId, id, name, page, view, dateOf(expiresAtMs)],
  );
  return changed;
}

/** The working links that these tokens created, by site and id. */
export async function findShareLinksOfTokens(
  db: Db,
  { workspaceId, tokenIds, now }: CreatedByTokens,
): Promise<{ readonly site: number; readonly id: number }[]> {
  const { rows } = await db.query<{ site_id: string; id: string }>(
    `SELECT site_id, id FROM gateway.share_links
     WHERE workspace_id = $1 AND created_by = ANY ($2::bigint[]) AND ${worksAt('$3')}
     ORDER BY site_id, id`,
    [workspaceId, tokenIds, new Date(now)],
  );
  return rows.map((row) => ({ site: Number(row.site_id), id: Number(row.id) }));
}

/** Deletes a link. @returns false if the site has no such link. */
export async function deleteShareLinkById(
  db: Db,
  { workspaceId, siteId }: SiteId,
  id: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'DELETE FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2 AND id = $3',
    [workspaceId, siteId, id],
  );
  return rowCount === 1;
}

/** Sites of all workspaces that have links, ordered, after a site: for the clean-up. */
export async function findSitesWithShareLinks(db: Db, after: SiteId, max: number): Promise<SiteId[]> {
  const { rows } = await db.query<{ workspace_id: string; site_id: string }>(
    `SELECT DISTINCT workspace_id, site_id FROM gateway.share_links
     WHERE (workspace_id, site_id) > ($1, $2) ORDER BY workspace_id, site_id LIMIT $3`,
    [after.workspaceId, after.siteId, max],
  );
  return rows.map((row) => ({ workspaceId: Number(row.workspace_id), siteId: Number(row.site_id) }));
}

/** Deletes the share links of a purged site. @returns the number of links that were deleted with it, also earlier. */
export async function deleteShareLinksOfSite(db: Db, { workspaceId, siteId }: SiteId): Promise<number> {
  await db.query(
    `WITH deleted AS (
       DELETE FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2 RETURNING 1
     )
     INSERT INTO gateway.purged_share_links AS p (workspace_id, site_id, links)
     SELECT $1, $2, count(*) FROM deleted HAVING count(*) > 0
     ON CONFLICT (workspace_id, site_id) DO UPDATE SET links = p.links + excluded.links`,
    [workspaceId, siteId],
  );
  const { rows } = await db.query<{ links: number }>(
    'SELECT links FROM gateway.purged_share_links WHERE workspace_id = $1 AND site_id = $2',
    [workspaceId, siteId],
  );
  return rows[0]?.links ?? 0;
}

/**
 * The link with this slug, of any workspace: the visitor of a shared page has no token.
 *
 * @param now Unix milliseconds
 * @returns undefined if it does not exist or has expired
 */
export function findShareLinkBySlug(db: Db, slug: string, now: number): Promise<StoredShareLink | undefined> {
  return findShareLink(db, { condition: 'slug = $1', value: slug, now });
}

/** The link with this id, of any workspace: the key of a shared page names the id. See `findShareLinkBySlug`. */
export function findShareLinkById(db: Db, id: number, now: number): Promise<StoredShareLink | undefined> {
  return findShareLink(db, { condition: 'id = $1', value: id, now });
}

interface LinkQuery {
  readonly condition: 'slug = $1' | 'id = $1';
  readonly value: string | number;
  readonly now: number;
}

async function findShareLink(
  db: Db,
  { condition, value, now }: LinkQuery,
): Promise<StoredShareLink | undefined> {
  const { rows } = await acrossWorkspaces(() =>
    db.query<{
      id: string;
      workspace_id: string;
      site_id: string;
      page: string;
      view: string;
      password_hash: string | null;
      key_secret: Buffer;
      expires_at: Date | null;
    }>(
      `SELECT id, workspace_id, site_id, page, view, password_hash, key_secret, expires_at FROM gateway.share_links
       WHERE ${condition} AND ${worksAt('$2')}`,
      [value, new Date(now)],
    ),
  );
  const row = rows[0];
  return (
    row && {
      id: Number(row.id),
      workspaceId: Number(row.workspace_id),
      siteId: Number(row.site_id),
      ...{ page: row.page, view: row.view },
      passwordHash: row.password_hash,
      keySecret: row.key_secret,
      expiresAtMs: row.expires_at?.getTime() ?? null,
    }
  );
}
