import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEventLines } from '@headwater/eventstore/insert-events';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { AppError } from '@headwater/kit/errors';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS, EVENT_LIMITS } from '@headwater/protos/limits';
import type { CollectorDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import type { DraftEvent, SentTo } from '../domain/draft-event';
import { columnsOf, type Refusal, type Row } from '../domain/imports/file-rows';
import { readPlausibleRows } from '../domain/imports/plausible';
import { readUmamiEvents } from '../domain/imports/umami-events';
import { hasUmamiProperties, readUmamiProperties } from '../domain/imports/umami-properties';
import { scrubOf, scrubProps } from '../domain/scrub';
import { prepareForDerivation } from '../domain/session-evidence';
import { DAY_MS, isoTime } from '../domain/timestamps';
import { toEventLine } from '../domain/to-event-line';
import { deriveRows, correctSessions } from '../ingest/derived-sessions';
import { createFindErasures, isErased } from '../ingest/drop-deleted';
import { findImportedProperties, insertDays, insertProperties } from '../store/imports';

/** Writes rows of an export. Bypasses the durable log: the client retries. Returns once the rows are stored. */
export function createImportRows(dependencies: Dependencies): Handlers<CollectorDefinition>['ImportRows'] {
  return async ({ siteId, domain, scrub = true, source, columns, rows, ...retained }, call) => {
    if (rows.length > BATCH_LIMITS.importRows)
      throw failure('invalid_request', `Too many rows in one call (limit ${BATCH_LIMITS.importRows}).`);
    const { retainedFromDay: day, retainedFromMs: startMs } = retained;
    const site = {
      ...{ workspaceId: call.workspaceId(), siteId, domain, scrub },
      ...(day === undefined || startMs === undefined ? {} : { retainedFrom: { day, startMs } }),
    };
    const whole = rows.filter(({ cells }) => cells.length === columns.length);
    const incomplete = rows
      .filter(({ cells }) => cells.length !== columns.length)
      .map(({ line, cells }) => ({
        line,
        field: 'row',
        message: `The row has ${cells.length} cells where the file has ${columns.length} columns.`,
      }));
    const write = writerOf(source, columns);
    const { taken, refusals } = await dependencies.limitImports(() => {
      call.signal.throwIfAborted();
      return write(dependencies, { columns, rows: whole, site, call });
    });
    const refused = [...incomplete, ...refusals].sort((a, b) => a.line - b.line);
    return { taken, refused: refused.length, refusals: refused.slice(0, BATCH_LIMITS.listedErrors) };
  };
}

/** Rows of one call. */
interface Batch {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly site: SentTo;
  readonly call: CallContext;
}

interface Outcome {
  readonly taken: number;
  readonly refusals: readonly Refusal[];
}

type Write = (dependencies: Dependencies, batch: Batch) => Promise<Outcome>;

/** Returns the writer for a file, which is recognised by its columns. @throws AppError `invalid_request` */
function writerOf(source: string, columns: readonly string[]): Write {
  switch (source) {
    case 'umami':
      return hasUmamiProperties(columnsOf(columns)) ? writeProperties : writeEvents;
    case 'plausible':
      return writeDays;
    default:
      throw failure('invalid_request', 'The source must be umami or plausible.');
  }
}

async function writeEvents(
  { clock, importClickhouse, claimImportedIds, checkVisitorKey, storedIds, metrics }: Dependencies,
  { columns, rows, site, call }: Batch,
): Promise<Outcome> {
  await checkVisitorKey().catch(unavailable(call));
  const context = { site, now: clock.now(), storedIds, watch: metrics.steps };
  const { kept, refusals } = readUmamiEvents(columns, rows, context);
  const lineOf = ({ sent }: DraftEvent): number => rows[sent.index]?.line ?? 0;
  const { workspaceId } = site;
  const visitors = {
    workspaceIds: new Set([workspaceId]),
    visitorKeys: new Set(kept.map((draft) => draft.visitorKey)),
  };
  const erasures = await createFindErasures(importClickhouse)(visitors, call.signal).catch(unavailable(call));
  const isOfErased = ({ visitorKey, ts }: DraftEvent): boolean => {
    const time = isoTime(ts);
    return isErased(erasures, { visitorKey, ts: time, receivedAt: time });
  };
  const erased = kept
    .filter(isOfErased)
    .map((draft) => ({ line: lineOf(draft), field: 'session_id', message: ERASED }));
  const drafts = kept.filter((draft) => !isOfErased(draft));
  const claimed = await claimImportedIds(
    drafts.map((draft) => rowOf(draft, site)),
    call.signal,
  ).catch(unavailable(call));
  if (!claimed) throw claimInUse();
  const duplicates = drafts
    .filter((_, index) => !claimed[index])
    .map((draft) => ({ line: lineOf(draft), field: 'event_id', message: DUPLICATE }));
  const events = claimed.filter((row) => row !== undefined);
  const ids = events.map(({ event_id: id }) => id);
  const properties = await findImportedProperties(importClickhouse, site, {
    ids,
    signal: call.signal,
  }).catch(unavailable(call));
  const scrub = scrubOf(site);
  const complete = events.map((row) => ({
    ...row,
    props: scrubProps(properties.get(row.event_id) ?? {}, scrub),
  }));
  for (const batch of cutByDays(complete))
    await storeDerived(importClickhouse, batch, call.signal).catch(unavailable(call));
  metrics.accepted('import', complete.length);
  return { taken: complete.length, refusals: [...refusals, ...duplicates, ...erased] };
}

const ERASED = 'The visitor was erased after this event.';
const DUPLICATE = 'An earlier row with this event_id has other values. The earlier row counts.';

/** The row of an event before its session is derived. */
function rowOf(draft: DraftEvent, site: SentTo): EventRow {
  prepareForDerivation(draft, site);
  // Its arrival is its own time: a site that imports its past has not received anything today.
  return JSON.parse(toEventLine(draft, { site, origin: 'import', receivedAt: draft.ts })) as EventRow;
}

async function storeDerived(
  client: ClickHouseClient,
  rows: readonly EventRow[],
  signal: AbortSignal,
): Promise<void> {
  const derived = await deriveRows(client, rows, signal);
  const lines = derived.map((row) => `${JSON.stringify(row)}\n`).join('');
  await insertEventLines(client, { lines: Buffer.from(lines), signal });
  const arrivals = rows.map((row) => ({
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    visitorKey: row.visitor_id,
    ts: Date.parse(row.ts),
  }));
  if (!(await correctSessions(client, arrivals, signal)))
    throw new Error('sessions still differed after many corrections');
}

/** Max days of one insert: each is a partition, which costs ClickHouse some 10 ms. */
const MAX_DAYS = 100;

/** Sorts events by time and cuts them into batches of at most 100 UTC days. */
function cutByDays(rows: readonly EventRow[]): EventRow[][] {
  const batches: EventRow[][] = [];
  let days = new Set<number>();
  // Times in ISO 8601 sort as text.
  for (const row of rows.toSorted((a, b) => (a.ts < b.ts ? -1 : Number(a.ts > b.ts)))) {
    const day = Math.floor(Date.parse(row.ts) / DAY_MS);
    days.add(day);
    const batch = batches.at(-1);
    if (batch && days.size <= MAX_DAYS) batch.push(row);
    else {
      batches.push([row]);
      days = new Set([day]);
    }
  }
  return batches;
}

async function writeDays(
  { clock, importClickhouse }: Dependencies,
  { columns, rows, site, call }: Batch,
): Promise<Outcome> {
  const { retainedFrom } = site;
  const context = { now: clock.now(), scrub: scrubOf(site), retainedFrom };
  const { days, refusals } = readPlausibleRows(columns, rows, context);
  await insertDays(importClickhouse, site, { rows: days, signal: call.signal }).catch(unavailable(call));
  return { taken: days.length, refusals };
}

async function writeProperties(
  { importClickhouse }: Dependencies,
  { columns, rows, site, call }: Batch,
): Promise<Outcome> {
  const { properties, leftOut, refusals } = readUmamiProperties(columns, rows, site);
  const { signal } = call;
  await insertProperties(importClickhouse, site, { rows: properties, signal }).catch(unavailable(call));
  return { taken: properties.length + leftOut, refusals };
}

function claimInUse(): AppError {
  const seconds = EVENT_LIMITS.importClaimSeconds;
  return failure(
    'upstream_unavailable',
    `An import of an event_id with other values runs, or has failed within ${seconds} s. Retry in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

function unavailable({ log }: CallContext): (cause: unknown) => never {
  return (cause) => {
    log.warn({ err: cause }, 'import failed');
    throw failure('upstream_unavailable', 'Rows cannot be stored right now. Retry in 5 s.', {
      cause,
      retryAfterSeconds: 5,
    });
  };
}
