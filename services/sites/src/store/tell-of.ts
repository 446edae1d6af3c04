import type { NoticeType } from '@headwater/protos/notices';

/**
 * The end of a statement that changes sites: a notice of each that it changed, in the same transaction.
 *
 * @param changed the name of the statement's part that returns all columns of the sites.
 * @param at the column with the moment of the change.
 */
export function tellOf(changed: string, type: NoticeType, at: string): string {
  return `INSERT INTO sites.notices (workspace_id, id, type, at, data, site_id)
    SELECT workspace_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), '${type}', ${at},
      jsonb_build_object('siteId', id, 'domain', domain), id
    FROM ${changed}`;
}
