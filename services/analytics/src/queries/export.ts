import { EVIDENCE } from '@headwater/eventstore/event-columns';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { EXPORT_FORMATS, EXPORT_TYPES, PAGEVIEW, type ExportType } from '@headwater/protos/vocabulary';
import { runStatement, type Connection } from '../clickhouse/run';
import { streamStatement } from '../clickhouse/stream';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { bucketSql, eventsSql, scopeSql } from '../query/compile';
import { VISIT_KEYS } from '../query/dimensions';
import { planVisits, type VisitPlan } from '../query/plan';
import { invalid, requestError } from '../query/problem';
import { createPseudonyms, readVisitorKey, type Pseudonyms } from '../query/pseudonyms';
import { readQuery } from '../query/read-query';
import { EXPORT_COLUMNS, FILE_FORMATS, toChunks, type ExportRow, type FileFormat } from './export-file';

/** The plan of an export. */
export interface ExportPlan extends VisitPlan {
  /** The only event name that is exported; undefined: all. */
  readonly name: string | undefined;
  /** Whether the facts from which the session of each event is derived are exported. */
  readonly sessionFacts: boolean;
}

/** The facts of an event, as stored. */
interface StoredFacts {
  /** Flags of `EVIDENCE`. */
  readonly evidence: number;
  /** `0` without a name. */
  readonly sentSession: string;
  readonly own: string;
}

const FACTS_SQL = ['evidence', 'toString(sent_session) AS `sentSession`', 'own'];
const EVIDENCE_NAMES = Object.keys(EVIDENCE) as (keyof typeof EVIDENCE)[];

/** A part of an export's time range that one statement reads. Unix milliseconds, half-open. */
interface Slice {
  readonly startMs: number;
  readonly endMs: number;
}

const EVENT_NAMES: Readonly<Record<ExportType, string | undefined>> = {
  events: undefined,
  pageviews: PAGEVIEW,
};

/** The events of a window as a file in chunks, with pseudonyms instead of visitor ids. */
export function createExportEvents(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['ExportEvents'] {
  return async function* ({ question, type, format: formatName, visitorKey, sessionFacts }, call) {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const visits = planVisits(readQuery(question, VISIT_KEYS), context);
    const plan = planExport(visits, { type, sessionFacts });
    const format = readFormat(formatName);
    const pseudonyms = createPseudonyms(readVisitorKey(visitorKey));
    async function* lines() {
      for await (const rows of exportRows(dependencies.exports, plan, call.signal))
        yield rows.map((row) =>
          format.line({
            ...row,
            visitorId: pseudonyms.ofVisitor(row.visitorId),
            sessionId: pseudonyms.ofSession(row.sessionId),
            ...(plan.sessionFacts ? factsOf(row, pseudonyms) : {}),
          }),
        );
    }
    for await (const data of toChunks(format.head, lines())) yield { data };
  };
}

/** The facts with names of flags, and a pseudonym of the session. */
function factsOf({ evidence, sentSession, own }: StoredFacts, pseudonyms: Pseudonyms) {
  return {
    evidence: EVIDENCE_NAMES.filter((name) => (evidence & EVIDENCE[name]) !== 0),
    sentSession: sentSession === '0' ? '' : pseudonyms.ofSession(sentSession),
    own,
  };
}

/** @throws AppError `invalid_request` when the type is unknown. */
export function planExport(
  plan: VisitPlan,
  { type: typeName, sessionFacts }: { readonly type: string; readonly sessionFacts: boolean },
): ExportPlan {
  const type = EXPORT_TYPES.find((listed) => listed === typeName);
  if (!type) throw requestError([invalid('type', `must be one of ${EXPORT_TYPES.join(', ')}`)]);
  return { ...plan, name: EVENT_NAMES[type], sessionFacts };
}

function readFormat(name: string): FileFormat {
  const format = EXPORT_FORMATS.find((listed) => listed === name);
  if (!format) throw requestError([invalid('format', `must be one of ${EXPORT_FORMATS.join(', ')}`)]);
  return FILE_FORMATS[format];
}

/** The events of a plan by time, in batches as ClickHouse sends them, with stored ids. Reads only as fast as the consumer. */
async function* exportRows(
  connection: Connection,
  plan: ExportPlan,
  signal: AbortSignal,
): AsyncGenerator<readonly (ExportRow & StoredFacts)[]> {
  const statement = compileBusyBuckets(plan);
  const { data } = await runStatement<{ bucket: number }>(connection, statement, { signal });
  const busy = new Set(data.map(({ bucket }) => bucket * 1_000));
  for (const slice of slicesOf(plan, busy))
    yield* streamStatement<ExportRow & StoredFacts>(connection, compileExportSlice(plan, slice), signal);
}

/**
 * One slice per bucket with events. Each slice is sorted on its own, so memory depends on a day, not on the window. With
 * session filters there is one slice, because sessions are computed over the whole window.
 *
 * @param busy starts of the plan's buckets that have events, Unix milliseconds.
 */
function slicesOf({ scope, buckets, sessionFilters }: ExportPlan, busy: ReadonlySet<number>): Slice[] {
  if (sessionFilters.length > 0) return [{ startMs: scope.startMs, endMs: scope.endMs }];
  return buckets
    .map(({ startMs }, index) => ({ startMs, endMs: buckets[index + 1]?.startMs ?? scope.endMs }))
    .filter(({ startMs, endMs }) => startMs < endMs && busy.has(startMs));
}

/** A row per bucket with events, `bucket` being the Unix second of its start. Ignores filters. */
export function compileBusyBuckets(plan: ExportPlan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  return {
    query: [
      `SELECT ${bucket} AS bucket`,
      'FROM events',
      `WHERE ${[...scopeSql(plan.scope, bindings), ...nameSql(plan, bindings)].join('\n  AND ')}`,
      'GROUP BY bucket',
    ].join('\n'),
    params: bindings.params,
  };
}

/** The rows of one slice by time; those of the same millisecond by event id. */
export function compileExportSlice(plan: ExportPlan, { startMs, endMs }: Slice): Statement {
  const bindings = new Bindings();
  const columns = [
    ...EXPORT_COLUMNS.map(({ name, sql }) => `${sql} AS \`${name}\``),
    ...(plan.sessionFacts ? FACTS_SQL : []),
  ];
  const conditions = [
    `ts >= ${bindings.instant('slice_start', startMs)}`,
    `ts < ${bindings.instant('slice_end', endMs)}`,
    ...nameSql(plan, bindings),
  ];
  return {
    query: [
      `SELECT ${columns.join(',\n  ')}`,
      eventsSql(plan, bindings, { conditions }),
      'ORDER BY ts ASC, event_id ASC',
    ].join('\n'),
    params: bindings.params,
  };
}

function nameSql({ name }: ExportPlan, bindings: Bindings): readonly string[] {
  return name === undefined ? [] : [`name = ${bindings.bind('name', 'String', name)}`];
}
