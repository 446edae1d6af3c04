import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Answer } from '../../src/api';
import type { ProcessSystem } from '../../src/start-processes';

/** Tables whose changes are no effects: answers of operations, the audit log of attempts, and state of background tasks. */
const NOT_EFFECTS = [
  'gateway.idempotency_keys',
  'gateway.operations',
  'gateway.audit_%',
  'gateway.spent_budgets',
  'identity.operations',
  'identity.arrivals_read',
  'identity.account_changes',
  'identity.user_id_changes',
  'identity.touch_changes',
  'identity.account_positions',
  'identity.account_facts',
  'identity.payment_facts',
  'sites.operations',
  'sites.goal_counts',
  'sites.audits',
];

/** Columns that each attempt or a background task may update: times of use, and the state of background tasks. */
const NOT_EFFECT_COLUMNS = Object.entries({
  'gateway.dashboard_sessions': ['last_used_at'],
  'gateway.tokens': ['last_used_at'],
  'gateway.workspaces': ['last_erasure_at'],
  // An erasure is repeated later, and this time is then cleared.
  'identity.erasures': ['repeat_at'],
  'identity.links': ['told', 'touches_due_at', 'touches_read_at'],
  'identity.payments': ['notice'],
  'sites.deliveries': [
    ...['status', 'attempts', 'claimed_until', 'http_status', 'problem', 'next_at', 'ended_at'],
    'first_tried_at',
  ],
  // A repeated import renews its claims.
  'sites.event_claims': ['claimed_at'],
  'sites.sites': [
    'detection',
    'detection_checked_at',
    'detection_claimed_until',
    'detection_status',
    'installed_at',
  ],
  'sites.webhooks': ['failing_since'],
}).flatMap(([table, columns]) => columns.map((column) => `${table} ${column}`));

/** A request's answer, and the number of each kind of change by it, such as `sites.goals INSERT` or `sites.sites UPDATE name`. */
export interface Measured {
  readonly answer: Answer;
  readonly effect: Readonly<Record<string, number>>;
}

const textList = (values: readonly string[]): string =>
  `ARRAY[${values.map((value) => `'${value}'`).join(', ')}]`;

/**
 * Records each inserted, updated and deleted row of the tables from now on. A second update is recorded, too, if it changes a column,
 * such as a version.
 */
export async function recordChanges(system: ProcessSystem): Promise<void> {
  await system.queryPostgres(`
    CREATE SCHEMA outcomes;
    CREATE TABLE outcomes.changes (change text NOT NULL);
    CREATE FUNCTION outcomes.record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE
      columns text;
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        SELECT string_agg(field.key, ' ' ORDER BY field.key) INTO columns
        FROM jsonb_each(to_jsonb(NEW)) AS field
        WHERE field.value IS DISTINCT FROM to_jsonb(OLD) -> field.key
          AND TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME || ' ' || field.key <> ALL (${textList(NOT_EFFECT_COLUMNS)});
        IF columns IS NULL THEN
          RETURN NULL;
        END IF;
      END IF;
      INSERT INTO outcomes.changes
      VALUES (concat_ws(' ', TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME, TG_OP, columns));
      RETURN NULL;
    END $$;
    DO $$
    DECLARE
      name text;
    BEGIN
      FOR name IN
        -- The trigger of a partitioned table is also one of its partitions.
        SELECT relnamespace::regnamespace || '.' || relname FROM pg_class
        WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace::regnamespace::text IN ('gateway', 'identity', 'sites')
          AND NOT relnamespace::regnamespace || '.' || relname LIKE ANY (${textList(NOT_EFFECTS)})
      LOOP
        EXECUTE 'CREATE TRIGGER outcomes AFTER INSERT OR UPDATE OR DELETE ON ' || name ||
          ' FOR EACH ROW EXECUTE FUNCTION outcomes.record()';
      END LOOP;
    END $$`);
}

async function countEvents(system: ProcessSystem): Promise<number> {
  return Number(await system.queryClickhouse('SELECT count() FROM events FINAL'));
}

/** The number of attempts in the audit log. */
export async function countAudited(system: ProcessSystem): Promise<number> {
  const [found] = await system.queryPostgres<{ entries: string }>(
    'SELECT count(*) AS entries FROM gateway.audit_entries',
  );
  return Number(found?.entries);
}

/** The number of events that an endpoint has accepted. */
export function insertedBy({ body }: Answer): number | undefined {
  const { accepted, taken, expected } = (body ?? {}) as {
    readonly accepted?: number;
    readonly taken?: number;
    readonly expected?: { readonly events: readonly { readonly events: number }[] };
  };
  return accepted ?? taken ?? expected?.events.reduce((sum, { events }) => sum + events, 0);
}

/** Runs some work and counts its changes. Events are inserted, and those of erased visitors deleted, in the background. */
export async function effectOf(system: ProcessSystem, work: () => Promise<Answer>): Promise<Measured> {
  await system.queryPostgres('TRUNCATE outcomes.changes');
  const eventsBefore = await countEvents(system);
  const answer = await work();
  const inserted = insertedBy(answer);
  if (inserted !== undefined)
    await waitFor('the events', async () => (await countEvents(system)) >= eventsBefore + inserted);
  await waitFor(
    'the erasures to complete',
    async () => (await system.queryPostgres('SELECT FROM identity.erasure_visitors')).length === 0,
  );
  const changes = await system.queryPostgres<{ change: string; times: string }>(
    'SELECT change, count(*) AS times FROM outcomes.changes GROUP BY change ORDER BY change',
  );
  const events = (await countEvents(system)) - eventsBefore;
  return {
    answer,
    effect: Object.fromEntries([
      ...changes.map(({ change, times }) => [change, Number(times)]),
      ...(events === 0 ? [] : [['events', events]]),
    ]),
  };
}
