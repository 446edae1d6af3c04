import type { Pool, PoolClient } from '@headwater/kit/pg/pool';

/** The proof of an erasure: the numbers of deleted rows and of detached payments, without any data of the account. */
export interface Certificate {
  /** A UUID. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly profiles: number;
  readonly links: number;
  readonly payments: number;
  /** Customers of the payment provider. */
  readonly customers: number;
  readonly subscriptions: number;
  /** Stored sessions of the accounts. */
  readonly touches: number;
  /** Visitors that were linked to no other account: analytics deletes their rows. */
  readonly visitors: number;
  /** Counted before their deletion; 0 until then, like `firstTouches` and `clickIds`. */
  readonly events: number;
  readonly firstTouches: number;
  /** Absent if an older version counted the events, without click ids. */
  readonly clickIds?: number;
  /** Webhook events whose user id is removed; counted like `events`. */
  readonly webhookEvents: number;
  /** Deleted rows of all other tables; those of analytics are counted like `events`. Absent if an older version counted them. */
  readonly rows?: { readonly tables: Readonly<Record<string, number>> };
  /** Running exports that were closed. Absent if an older version erased. */
  readonly closedExports?: number;
  /** Unix milliseconds. Absent while rows of the visitors remain in analytics. */
  readonly completedAtMs?: number;
}

export interface CertificateRow {
  readonly id: string;
  readonly erased_at: Date;
  readonly profiles: number;
  readonly links: number;
  readonly payments: number;
  readonly customers: number;
  readonly subscriptions: number;
  readonly touches: number;
  readonly visitors: number;
  readonly events: string | null;
  readonly first_touches: string | null;
  readonly click_ids: string | null;
  readonly webhook_events: string | null;
  readonly rows: Readonly<Record<string, number>> | null;
  readonly closed_exports: number | null;
  readonly completed_at: Date | null;
}

export const CERTIFICATE_COLUMNS = `id, erased_at, profiles, links, payments, customers, subscriptions, touches, visitors, events, first_touches,
                  click_ids, webhook_events, rows, closed_exports, completed_at`;

export function certificateOf({
  erased_at,
  events,
  first_touches,
  click_ids,
  webhook_events,
  rows,
  closed_exports,
  completed_at,
  ...certificate
}: CertificateRow): Certificate {
  return {
    ...certificate,
    atMs: erased_at.getTime(),
    events: Number(events ?? 0),
    firstTouches: Number(first_touches ?? 0),
    ...(events !== null && click_ids === null ? {} : { clickIds: Number(click_ids ?? 0) }),
    webhookEvents: Number(webhook_events ?? 0),
    ...(rows === null ? {} : { rows: { tables: rows } }),
    ...(closed_exports === null ? {} : { closedExports: closed_exports }),
    ...(completed_at ? { completedAtMs: completed_at.getTime() } : {}),
  };
}

/** Returns the first stored certificate with one of the ids. */
export async function findCertificate(
  db: Pool | PoolClient,
  workspaceId: number,
  ids: readonly string[],
): Promise<Certificate | undefined> {
  const { rows } = await db.query<CertificateRow>({
    name: 'find-certificate',
    text: `SELECT ${CERTIFICATE_COLUMNS}
             FROM identity.erasures WHERE workspace_id = $1 AND id = ANY ($2::uuid[])`,
    values: [workspaceId, ids],
  });
  return rows[0] && certificateOf(rows[0]);
}

/** Selects certificates before this one in the list. */
export interface CertificatePosition {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly id: string;
}

/** The workspace's certificates, newest first. */
export async function listCertificates(
  db: Pool,
  workspaceId: number,
  { before, limit }: { readonly before: CertificatePosition | undefined; readonly limit: number },
): Promise<Certificate[]> {
  const { rows } = await db.query<CertificateRow>({
    name: 'list-certificates',
    text: `SELECT ${CERTIFICATE_COLUMNS}
             FROM identity.erasures
            WHERE workspace_id = $1 AND ($2::timestamptz IS NULL OR (erased_at, id) < ($2, $3))
            ORDER BY erased_at DESC, id DESC LIMIT $4`,
    values: [workspaceId, before ? new Date(before.atMs) : null, before?.id ?? null, limit],
  });
  return rows.map(certificateOf);
}

/** A certificate to store. Without the numbers of other services if their rows are not counted yet. */
export type CertificateToStore = Omit<Certificate, CountedElsewhere> &
  Partial<Pick<Certificate, CountedElsewhere>>;
type CountedElsewhere = 'events' | 'firstTouches' | 'clickIds' | 'webhookEvents';

/** The numbers of other services. */
export interface ErasedInServices extends Pick<Certificate, CountedElsewhere> {
  /** Rows of further tables; undefined if an older version of analytics counted. */
  readonly tables: Readonly<Record<string, number>> | undefined;
}

/**
 * Stores the certificate of an erasure with the data of other services to erase. It is complete if there is none, and no earlier erasure
 * runs, which may have deleted the same account.
 */
export async function insertCertificate(
  client: PoolClient,
  workspaceId: number,
  certificate: CertificateToStore,
  elsewhere: ErasedElsewhere,
): Promise<void> {
  const { id, atMs, profiles, links, payments, customers, subscriptions, touches, visitors } = certificate;
  const isComplete =
    elsewhere.anonymousIds.length === 0 &&
    elsewhere.userIds.length === 0 &&
    !(await waitsForErasure(client, { workspaceId, untilMs: atMs, elsewhere }));
  const completedAtMs = certificate.completedAtMs ?? (isComplete ? atMs : undefined);
  await client.query({
    name: 'insert-erasure',
    text: `INSERT INTO identity.erasures (workspace_id, id, erased_at, profiles, links, payments, customers, subscriptions,
                                          visitors, completed_at, user_ids, events, first_touches, click_ids, webhook_events, touches,
                                          rows, closed_exports)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    values: [
      ...[workspaceId, id, new Date(atMs), profiles, links, payments, customers, subscriptions, visitors],
      ...[completedAtMs === undefined ? null : new Date(completedAtMs), elsewhere.userIds],
      ...[
        certificate.events ?? null,
        certificate.firstTouches ?? null,
        certificate.clickIds ?? null,
        certificate.webhookEvents ?? null,
        touches,
        certificate.rows === undefined ? null : JSON.stringify(certificate.rows.tables),
        certificate.closedExports ?? null,
      ],
    ],
  });
  await putVisitorsOfErasure(client, { workspaceId, id }, elsewhere.anonymousIds);
}

/**
 * Whether an erasure waits for another erasure of its workspace, which may have deleted the account that it did not find. An erasure
 * without visitors waits for those with visitors, and one without either for those with user ids. So no two wait for each other.
 *
 * @param untilMs time of the erasure in Unix milliseconds. It also waits for those of the next minute, because clocks differ.
 */
export async function waitsForErasure(
  db: Pool | PoolClient,
  {
    workspaceId,
    untilMs,
    elsewhere,
  }: { readonly workspaceId: number; readonly untilMs: number; readonly elsewhere: ErasedElsewhere },
): Promise<boolean> {
  if (elsewhere.anonymousIds.length > 0) return false;
  const { rowCount } = await db.query({
    name: 'waits-for-erasure',
    text: `SELECT FROM identity.erasures AS e
            WHERE workspace_id = $1 AND completed_at IS NULL AND erased_at <= $2::timestamptz + interval '1 minute'
              AND (($3 AND user_ids <> '{}')
                   OR EXISTS (SELECT FROM identity.erasure_visitors AS v
                               WHERE v.workspace_id = $1 AND v.erasure_id = e.id))
            LIMIT 1`,
    values: [workspaceId, new Date(untilMs), elsewhere.userIds.length === 0],
  });
  return rowCount === 1;
}

/** Adds user ids that `finishErasure` removes from webhook events. */
export async function putUserIdsOfErasure(
  client: PoolClient,
  { workspaceId, id }: RunningErasure,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await client.query({
    name: 'put-user-ids-of-erasure',
    text: 'UPDATE identity.erasures SET user_ids = user_ids || $3::text[] WHERE workspace_id = $1 AND id = $2',
    values: [workspaceId, id, userIds],
  });
}

/** Stores visitors whose rows `finishErasure` deletes in analytics. */
export async function putVisitorsOfErasure(
  client: PoolClient,
  { workspaceId, id }: RunningErasure,
  anonymousIds: readonly string[],
): Promise<void> {
  if (anonymousIds.length === 0) return;
  await client.query({
    name: 'insert-erasure-visitors',
    text: `INSERT INTO identity.erasure_visitors (workspace_id, erasure_id, anonymous_id)
           SELECT $1, $2, anonymous_id FROM unnest($3::text[]) AS anonymous_id
           ON CONFLICT DO NOTHING`,
    values: [workspaceId, id, anonymousIds],
  });
}

/** Data of an erasure in other services. */
export interface ErasedElsewhere {
  /** Visitors whose rows analytics deletes, each once. */
  readonly anonymousIds: readonly string[];
  /** User ids that sites removes from webhook events. */
  readonly userIds: readonly string[];
}

/** An erasure with data in other services. */
export interface RunningErasure {
  readonly workspaceId: number;
  readonly id: string;
}
