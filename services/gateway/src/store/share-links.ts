import type { Pool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';

export interface NewShareLink {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly name: string;
  readonly slug: string;
  /** Null: open to whoever has the link. */
  readonly passwordHash: string | null;
  readonly keySecret: Buffer;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
}

/** A link as whoever opens it needs it. */
export interface StoredShareLink {
  readonly id: number;
  readonly workspaceId: number;
  readonly siteId: number;
  readonly passwordHash: string | null;
  readonly keySecret: Buffer;
}

/** A link as its owner sees it. */
export interface ListedShareLink {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly hasPassword: boolean;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
}

/** A site that has links. */
export interface SiteOfLinks {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** Public links to the numbers of sites. */
export interface ShareLinks {
  /** @returns its id; undefined when the site has as many as it may. */
  create(link: NewShareLink, most: number): Promise<number | undefined>;
  list(workspaceId: number, siteId: number): Promise<ListedShareLink[]>;
  /** Ends a link for ever. @returns false when the site has no such link. */
  revoke(workspaceId: number, siteId: number, id: number): Promise<boolean>;
  /** Sites of all workspaces that have links, in their order, after one: for the clean-up. */
  listSites(after: SiteOfLinks, most: number): Promise<SiteOfLinks[]>;
  /** Ends all links of a site that is gone for good. */
  forgetSite(site: SiteOfLinks): Promise<void>;
  /** The two reads without a workspace: by what a stranger shows. */
  findBySlug(slug: string): Promise<StoredShareLink | undefined>;
  findById(id: number): Promise<StoredShareLink | undefined>;
}

export function createShareLinks(pool: Pool): ShareLinks {
  return {
    create: (link, most) => createShareLink(pool, link, most),
    list: (workspaceId, siteId) => listShareLinks(pool, workspaceId, siteId),
    revoke: async (workspaceId, siteId, id) => {
      const { rowCount } = await pool.query(
        'DELETE FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2 AND id = $3',
        [workspaceId, siteId, id],
      );
      return rowCount === 1;
    },
    listSites: (after, most) => listSites(pool, after, most),
    forgetSite: async ({ workspaceId, siteId }) => {
      await pool.query('DELETE FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2', [
        workspaceId,
        siteId,
      ]);
    },
    findBySlug: (slug) => findShareLink(pool, 'slug = $1', slug),
    findById: (id) => findShareLink(pool, 'id = $1', id),
  };
}

async function createShareLink(pool: Pool, link: NewShareLink, most: number): Promise<number | undefined> {
  const { workspaceId, siteId, name, slug, passwordHash, keySecret, createdAtMs } = link;
  return inTransaction(pool, async (client) => {
    // In turn: two that count before the other has written would both find a place.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('gateway.share_links', $1))`, [siteId]);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO gateway.share_links (workspace_id, site_id, name, slug, password_hash, key_secret, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7
       WHERE (SELECT count(*) FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2) < $8
       RETURNING id`,
      [workspaceId, siteId, name, slug, passwordHash, keySecret, new Date(createdAtMs), most],
    );
    return rows[0] && Number(rows[0].id);
  });
}

async function listShareLinks(pool: Pool, workspaceId: number, siteId: number): Promise<ListedShareLink[]> {
  const { rows } = await pool.query<{
    id: string;
    name: string;
    slug: string;
    has_password: boolean;
    created_at: Date;
  }>(
    `SELECT id, name, slug, password_hash IS NOT NULL AS has_password, created_at
     FROM gateway.share_links WHERE workspace_id = $1 AND site_id = $2 ORDER BY id`,
    [workspaceId, siteId],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    slug: row.slug,
    hasPassword: row.has_password,
    createdAtMs: row.created_at.getTime(),
  }));
}

async function listSites(pool: Pool, after: SiteOfLinks, most: number): Promise<SiteOfLinks[]> {
  const { rows } = await pool.query<{ workspace_id: string; site_id: string }>(
    `SELECT DISTINCT workspace_id, site_id FROM gateway.share_links
     WHERE (workspace_id, site_id) > ($1, $2) ORDER BY workspace_id, site_id LIMIT $3`,
    [after.workspaceId, after.siteId, most],
  );
  return rows.map((row) => ({ workspaceId: Number(row.workspace_id), siteId: Number(row.site_id) }));
}

async function findShareLink(
  pool: Pool,
  condition: 'slug = $1' | 'id = $1',
  value: string | number,
): Promise<StoredShareLink | undefined> {
  const { rows } = await pool.query<{
    id: string;
    workspace_id: string;
    site_id: string;
    password_hash: string | null;
    key_secret: Buffer;
  }>(
    `SELECT id, workspace_id, site_id, password_hash, key_secret FROM gateway.share_links WHERE ${condition}`,
    [value],
  );
  const row = rows[0];
  return (
    row && {
      id: Number(row.id),
      workspaceId: Number(row.workspace_id),
      siteId: Number(row.site_id),
      passwordHash: row.password_hash,
      keySecret: row.key_secret,
    }
  );
}
