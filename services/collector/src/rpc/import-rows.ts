import type { Clock } from '@headwater/kit/clock';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { CollectorDefinition } from '@headwater/protos/services';
import type { DraftEvent, SentTo } from '../domain/draft-event';
import { columnsOf } from '../domain/imports/columns';
import { cutByDays } from '../domain/imports/cut-by-days';
import { judgeUmamiRows } from '../domain/imports/judge-umami-rows';
import { readPlausibleRows } from '../domain/imports/read-plausible-rows';
import { holdsProperties, readUmamiProperties } from '../domain/imports/read-umami-properties';
import type { Refusal, Row } from '../domain/imports/row';
import { resolveSessions } from '../domain/resolve-session';
import { toEventLine } from '../domain/to-event-line';
import type { CollectorMetrics } from '../metrics/collector-metrics';
import type { ImportStore } from '../store/insert-imports';
import type { Turns } from '../traffic/turns';
import type { FindSessions } from './ingest-events';

/** Most rows of a call, and most refusals that its answer tells of. */
const MAX_ROWS = 5_000;
const MAX_REFUSALS = 20;

export interface ImportDeps {
  readonly findSessions: FindSessions;
  readonly store: ImportStore;
  readonly clock: Clock;
  readonly metrics: CollectorMetrics;
  /** A few calls work at a time, so that an import never takes the table from live events. */
  readonly turns: Turns;
}

/**
 * `ImportRows`: writes rows of an export, past the log: what is in no log yet is sent again by its owner, as a whole file.
 * Answers once they are stored.
 */
export function importRows(deps: ImportDeps): Handlers<CollectorDefinition>['ImportRows'] {
  return async ({ siteId, domain, source, columns, rows }, call) => {
    if (rows.length > MAX_ROWS)
      throw failure('invalid_request', `Send at most ${MAX_ROWS} rows in one request.`);
    const site = { workspaceId: call.workspaceId(), siteId, domain };
    const whole = rows.filter(({ cells }) => cells.length === columns.length);
    const cut = rows
      .filter(({ cells }) => cells.length !== columns.length)
      .map(({ line, cells }) => ({
        line,
        message: `The row has ${cells.length} cells where the file has ${columns.length} columns.`,
      }));
    const write = writerOf(source, columns);
    const { taken, refusals } = await deps.turns.take(call.signal, () =>
      write(deps, { columns, rows: whole, site, call }),
    );
    const refused = [...cut, ...refusals].sort((a, b) => a.line - b.line);
    return { taken, refused: refused.length, refusals: refused.slice(0, MAX_REFUSALS) };
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

type Write = (deps: ImportDeps, batch: Batch) => Promise<Outcome>;

/** What is done with a file of a source, which is known by its columns. @throws AppError `invalid_request` */
function writerOf(source: string, columns: readonly string[]): Write {
  switch (source) {
    case 'umami':
      return holdsProperties(columnsOf(columns)) ? writeProperties : writeEvents;
    case 'plausible':
      return writeDays;
    default:
      throw failure('invalid_request', 'The source must be umami or plausible.');
  }
}

async function writeEvents(deps: ImportDeps, { columns, rows, site, call }: Batch): Promise<Outcome> {
  const context = { site, now: deps.clock.now(), watch: deps.metrics.steps };
  const { kept: judged, refusals } = judgeUmamiRows(columns, rows, context);
  const ids = judged.map(({ sent }) => sent.id);
  const properties = await deps.store.findProperties(site, ids, call.signal).catch(unavailable(call));
  const kept = judged.map((draft) => withProps(draft, properties.get(draft.sent.id)));
  for (const drafts of cutByDays(kept)) {
    const times = drafts.map(({ ts }) => ts);
    const stored = await deps
      .findSessions({
        ...site,
        visitorKeys: [...new Set(drafts.map(({ visitorKey }) => visitorKey))],
        from: Math.min(...times),
        to: Math.max(...times),
        signal: call.signal,
      })
      .catch(unavailable(call));
    resolveSessions(drafts, stored, { site, earliestTells: true });
    // Stored as if it had been taken when it happened: a site that imports its past has received nothing just now.
    const lines = drafts.map((draft) => toEventLine(draft, { site, origin: 'import', receivedAt: draft.ts }));
    await deps.store.insertLines(lines, call.signal).catch(unavailable(call));
  }
  deps.metrics.accepted('import', kept.length);
  return { taken: kept.length, refusals };
}

function withProps(draft: DraftEvent, props: DraftEvent['sent']['props'] | undefined): DraftEvent {
  return props === undefined ? draft : { ...draft, sent: { ...draft.sent, props } };
}

async function writeDays(deps: ImportDeps, { columns, rows, site, call }: Batch): Promise<Outcome> {
  const { days, refusals } = readPlausibleRows(columns, rows, deps.clock.now());
  if (days.length > 0) await deps.store.insertDays(days, site, call.signal).catch(unavailable(call));
  return { taken: days.length, refusals };
}

async function writeProperties(deps: ImportDeps, { columns, rows, site, call }: Batch): Promise<Outcome> {
  const { properties, refusals } = readUmamiProperties(columns, rows, site.siteId);
  if (properties.length > 0)
    await deps.store.insertProperties(properties, site, call.signal).catch(unavailable(call));
  return { taken: properties.length, refusals };
}

function unavailable({ log }: CallContext): (cause: unknown) => never {
  return (cause) => {
    log.warn({ err: cause }, 'rows of an import could not be stored');
    throw failure('upstream_unavailable', 'Rows cannot be stored right now. Send them again shortly.', {
      cause,
      retryAfterSeconds: 5,
    });
  };
}
