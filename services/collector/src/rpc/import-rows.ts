import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEventLines } from '@headwater/eventstore/insert-events';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { CollectorDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import type { DraftEvent, SentTo } from '../domain/draft-event';
import { columnsOf, type Refusal, type Row } from '../domain/imports/file-rows';
import { readPlausibleRows } from '../domain/imports/plausible';
import { readUmamiEvents } from '../domain/imports/umami-events';
import { hasUmamiProperties, readUmamiProperties } from '../domain/imports/umami-properties';
import { scrubOf } from '../domain/scrub';
import { prepareForDerivation } from '../domain/session-evidence';
import { DAY_MS } from '../domain/timestamps';
import { toEventLine } from '../domain/to-event-line';
import { deriveRows, correctSessions } from '../ingest/derived-sessions';
import { findImportedProperties, insertDays, insertProperties } from '../store/imports';

/** Writes rows of an export. Bypasses the durable log: the client retries. Returns once the rows are stored. */
export function createImportRows(dependencies: Dependencies): Handlers<CollectorDefinition>['ImportRows'] {
  return async ({ siteId, domain, scrub = true, source, columns, rows }, call) => {
    if (rows.length > BATCH_LIMITS.importRows)
      throw failure('invalid_request', `Too many rows in one call (limit ${BATCH_LIMITS.importRows}).`);
    const site = { workspaceId: call.workspaceId(), siteId, domain, scrub };
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
  { clock, importClickhouse, metrics }: Dependencies,
  { columns, rows, site, call }: Batch,
): Promise<Outcome> {
  const context = { site, now: clock.now(), watch: metrics.steps };
  const { kept, refusals } = readUmamiEvents(columns, rows, context);
  const ids = kept.map(({ sent }) => sent.id);
  const properties = await findImportedProperties(importClickhouse, site, {
    ids,
    signal: call.signal,
  }).catch(unavailable(call));
  const complete = kept.map((draft) => withProps(draft, properties.get(draft.sent.id)));
  for (const drafts of cutByDays(complete)) {
    for (const draft of drafts) prepareForDerivation(draft, site);
    await storeDerived(importClickhouse, drafts, { site, signal: call.signal }).catch(unavailable(call));
  }
  metrics.accepted('import', complete.length);
  return { taken: complete.length, refusals };
}

async function storeDerived(
  client: ClickHouseClient,
  drafts: readonly DraftEvent[],
  { site, signal }: { readonly site: SentTo; readonly signal: AbortSignal },
): Promise<void> {
  // Their arrival is their own time: a site that imports its past has not received anything today.
  const rows = drafts.map(
    (draft) => JSON.parse(toEventLine(draft, { site, origin: 'import', receivedAt: draft.ts })) as EventRow,
  );
  const derived = await deriveRows(client, rows, signal);
  const lines = derived.map((row) => `${JSON.stringify(row)}\n`).join('');
  await insertEventLines(client, { lines: Buffer.from(lines), signal });
  const arrivals = drafts.map(({ visitorKey, ts }) => ({ siteId: site.siteId, visitorKey, ts }));
  if (!(await correctSessions(client, arrivals, signal)))
    throw new Error('sessions still differed after many corrections');
}

function withProps(draft: DraftEvent, props: DraftEvent['sent']['props'] | undefined): DraftEvent {
  return props === undefined ? draft : { ...draft, sent: { ...draft.sent, props } };
}

/** Max days of one insert: each is a partition, which costs ClickHouse some 10 ms. */
const MAX_DAYS = 100;

/** Sorts events by time and cuts them into batches of at most 100 UTC days. */
function cutByDays(drafts: readonly DraftEvent[]): DraftEvent[][] {
  const batches: DraftEvent[][] = [];
  let days = new Set<number>();
  for (const draft of drafts.toSorted((a, b) => a.ts - b.ts)) {
    const day = Math.floor(draft.ts / DAY_MS);
    days.add(day);
    const batch = batches.at(-1);
    if (batch && days.size <= MAX_DAYS) batch.push(draft);
    else {
      batches.push([draft]);
      days = new Set([day]);
    }
  }
  return batches;
}

async function writeDays(
  { clock, importClickhouse }: Dependencies,
  { columns, rows, site, call }: Batch,
): Promise<Outcome> {
  const { days, refusals } = readPlausibleRows(columns, rows, { now: clock.now(), scrub: scrubOf(site) });
  await insertDays(importClickhouse, site, { rows: days, signal: call.signal }).catch(unavailable(call));
  return { taken: days.length, refusals };
}

async function writeProperties(
  { importClickhouse }: Dependencies,
  { columns, rows, site, call }: Batch,
): Promise<Outcome> {
  const { properties, refusals } = readUmamiProperties(columns, rows, {
    siteId: site.siteId,
    scrub: scrubOf(site),
  });
  const { signal } = call;
  await insertProperties(importClickhouse, site, { rows: properties, signal }).catch(unavailable(call));
  return { taken: properties.length, refusals };
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
