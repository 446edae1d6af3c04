import type { RecordedAttribution } from '../domain/attribution';

/** The columns of a `RecordedRow`, of attributions `a`. An attribution of before arrivals were stored has no `arrivals_until`. */
export const RECORDED_COLUMNS = `a.decided_by, a.first_seen_at, a.arrived_at, a.event_id,
                  coalesce(a.arrivals_until, a.recorded_at) AS arrivals_until`;

/** A left join without an attribution has nulls. */
export interface RecordedRow {
  readonly decided_by: string | null;
  readonly first_seen_at: Date | null;
  readonly arrived_at: Date | null;
  readonly event_id: string | null;
  readonly arrivals_until: Date | null;
}

/** Undefined without an attribution, and when the link that decided it is not stored: such an attribution is final. */
export function recordedOf(row: RecordedRow): RecordedAttribution | undefined {
  const { decided_by: decidedBy, first_seen_at: firstSeenAt, arrivals_until: arrivalsUntil } = row;
  if (decidedBy === null || firstSeenAt === null || arrivalsUntil === null) return undefined;
  return {
    decidedBy,
    firstSeenAtMs: firstSeenAt.getTime(),
    arrivedAtMs: row.arrived_at?.getTime() ?? null,
    eventId: row.event_id ?? '',
    arrivalsUntilMs: arrivalsUntil.getTime(),
  };
}
