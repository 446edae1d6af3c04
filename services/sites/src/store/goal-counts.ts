import type { Db } from '@headwater/kit/pg/pool';
import type { HourCounts, NewConversions } from '../domain/goal-counts';
import type { GoalDefinition } from '../domain/goals-and-funnels';

/** A goal that is due to be counted, claimed by this replica. Times are Unix milliseconds. */
export interface GoalClaim {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly goalId: number;
  readonly goal: GoalDefinition;
  /** The conversions reported so far. */
  readonly counted: HourCounts;
  readonly countedAt?: number;
  /** When the goal is due again. Also identifies the claim. */
  readonly nextAt: number;
}

interface Row {
  readonly workspace_id: string;
  readonly site_id: string;
  readonly goal_id: string;
  readonly definition: GoalDefinition;
  readonly counted: HourCounts;
  readonly counted_at: Date | null;
}

/** Goals of active sites in workspaces with an active webhook for `goal.reached`. */
const SUBSCRIBED = `sites.goals AS g JOIN sites.sites AS s ON s.id = g.site_id AND s.deleted_at IS NULL
  WHERE g.workspace_id IN (
    SELECT workspace_id FROM sites.webhooks WHERE disabled_reason IS NULL AND 'goal.reached' = ANY (events))`;

/** Claims up to `max` due goals, which are due again at `nextAt`. Concurrent calls claim different ones. */
export async function claimGoals(
  db: Db,
  { now, nextAt, max }: { readonly now: number; readonly nextAt: number; readonly max: number },
): Promise<GoalClaim[]> {
  await db.query(
    `INSERT INTO sites.goal_counts (goal_id, next_at) SELECT g.id, $1 FROM ${SUBSCRIBED}
       AND NOT EXISTS (SELECT FROM sites.goal_counts AS c WHERE c.goal_id = g.id)
     ON CONFLICT (goal_id) DO NOTHING`,
    [new Date(now)],
  );
  const { rows } = await db.query<Row>(
    `WITH due AS (
       SELECT goal_id FROM sites.goal_counts
       WHERE next_at <= $1 AND goal_id IN (SELECT g.id FROM ${SUBSCRIBED})
       ORDER BY next_at, goal_id LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE sites.goal_counts AS c SET next_at = $2 FROM due, sites.goals AS g
     WHERE c.goal_id = due.goal_id AND g.id = c.goal_id
     RETURNING g.workspace_id, g.site_id, c.goal_id, g.definition, c.counted, c.counted_at`,
    [new Date(now), new Date(nextAt), max],
  );
  return rows.map((row) => ({
    workspaceId: Number(row.workspace_id),
    siteId: Number(row.site_id),
    goalId: Number(row.goal_id),
    goal: row.definition,
    counted: row.counted,
    ...(row.counted_at ? { countedAt: row.counted_at.getTime() } : {}),
    nextAt,
  }));
}

/** Stores the reported counts and inserts an event per hour with new conversions, while the claim is valid. */
export async function finishGoalCount(
  db: Db,
  { workspaceId, siteId, goalId, goal, nextAt }: GoalClaim,
  {
    counted,
    reports,
    now,
  }: {
    readonly counted: HourCounts;
    readonly reports: readonly NewConversions[];
    readonly now: number;
  },
): Promise<void> {
  const data = reports.map(({ hour, conversions, total }) => ({
    ...{ siteId, goalId, name: goal.name },
    ...{
      from: new Date(hour).toISOString(),
      to: new Date(hour + 3_600_000).toISOString(),
      conversions,
      total,
    },
  }));
  await db.query(
    `WITH finished AS (
       UPDATE sites.goal_counts SET counted = $3, counted_at = $4 WHERE goal_id = $2 AND next_at = $5 RETURNING goal_id
     )
     INSERT INTO sites.notices (workspace_id, id, type, at, data, site_id)
     SELECT $1, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'goal.reached', $4, data, $7
     FROM finished, unnest($6::jsonb[]) AS report (data)`,
    [
      workspaceId,
      goalId,
      JSON.stringify(counted),
      new Date(now),
      new Date(nextAt),
      data.map((each) => JSON.stringify(each)),
      siteId,
    ],
  );
}
