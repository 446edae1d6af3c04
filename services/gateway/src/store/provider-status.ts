import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Db } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { LRUCache } from 'lru-cache';
import type { Integration } from './provider-secrets';

/** A received event with a valid signature. */
export interface ReceivedEvent extends Integration {
  /** The provider's event type, or `unknown`. */
  readonly type: string;
  /** `recorded`, or why it was ignored. */
  readonly result: string;
  /** Set if somebody must fix something. */
  readonly error?: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Max event types counted apart; more are counted as `other`. Stripe has about 250, others fewer. */
const MAX_TYPES = 300;

/** Stores the event as the last one, and counts its type unless it was recorded. */
export async function recordProviderEvent(db: Db, event: ReceivedEvent): Promise<void> {
  const { workspaceId, provider, type, result, error, now } = event;
  await createStatus(db, event);
  await db.query({
    name: 'record-provider-event',
    text: `UPDATE gateway.provider_status AS s
              SET event_type = $3, event_at = $4, event_result = $5, error = coalesce($6, s.error),
                  error_at = CASE WHEN $6::text IS NULL THEN s.error_at ELSE $4::timestamptz END,
                  ignored = CASE WHEN NOT $7 THEN s.ignored ELSE (
                    SELECT jsonb_set(s.ignored, ARRAY[name], to_jsonb(coalesce((s.ignored ->> name)::bigint, 0) + 1))
                      FROM (SELECT CASE WHEN s.ignored ? $3 OR
                              (SELECT count(*) FROM jsonb_object_keys(s.ignored)) < $8 THEN $3::text
                              ELSE 'other' END AS name) AS counted) END
            WHERE s.workspace_id = $1 AND s.provider = $2`,
    values: [workspaceId, provider, type, new Date(now), result, error, result !== 'recorded', MAX_TYPES],
  });
}

/** Not DO UPDATE, which accepts conflicts of one unique key: for gateways of earlier releases, rows of Stripe have a second one. */
async function createStatus(db: Db, { workspaceId, provider }: Integration): Promise<void> {
  await db.query({
    name: 'create-provider-status',
    text: 'INSERT INTO gateway.provider_status (workspace_id, provider) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [workspaceId, provider],
  });
}

export interface ProviderStatusRow {
  readonly event_type: string | null;
  readonly event_at: Date | null;
  readonly event_result: string | null;
  readonly error: string | null;
  readonly error_at: Date | null;
  readonly ignored: Readonly<Record<string, number>>;
}

/** The state of the webhook of a provider; undefined before the first event. */
export async function findProviderStatus(
  db: Db,
  { workspaceId, provider }: Integration,
): Promise<ProviderStatusRow | undefined> {
  const { rows } = await db.query<ProviderStatusRow>(
    `SELECT event_type, event_at, event_result, error, error_at, ignored
       FROM gateway.provider_status WHERE workspace_id = $1 AND provider = $2`,
    [workspaceId, provider],
  );
  return rows[0];
}

export async function deleteProviderStatus(db: Db, { workspaceId, provider }: Integration): Promise<void> {
  await db.query('DELETE FROM gateway.provider_status WHERE workspace_id = $1 AND provider = $2', [
    workspaceId,
    provider,
  ]);
}

/** Reports a request with an invalid signature. */
export type ReportBadSignature = (integration: Integration) => void;

const REPORT_PAUSE_MS = 60_000;
const MAX_INTEGRATIONS = 10_000;

/**
 * Creates the recorder of invalid signatures as last error of an integration. Anyone can send such requests, so each gateway
 * writes at most once per minute and integration, and no request waits for that.
 */
export function createBadSignatureReports(
  db: Db,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): ReportBadSignature {
  const reportedAt = new LRUCache<string, number>({ max: MAX_INTEGRATIONS });
  return ({ workspaceId, provider }) => {
    const now = clock.now();
    const key = `${workspaceId} ${provider}`;
    if (now - (reportedAt.get(key) ?? -Infinity) < REPORT_PAUSE_MS) return;
    reportedAt.set(key, now);
    const record = async (): Promise<void> => {
      await createStatus(db, { workspaceId, provider });
      await db.query({
        name: 'record-provider-error',
        text: `UPDATE gateway.provider_status SET error = 'bad_signature', error_at = $3 WHERE workspace_id = $1 AND provider = $2`,
        values: [workspaceId, provider, new Date(now)],
      });
    };
    inWorkspace(workspaceId, record).catch((error: unknown) =>
      log.warn({ err: error, workspaceId, provider }, 'error of payment provider not recorded'),
    );
  };
}
