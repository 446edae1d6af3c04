import type { EventRow } from '@headwater/eventstore/event-columns';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { SESSION_IDLE_MS } from '../domain/derive-sessions';
import { EVIDENCE_MEMBER } from '../domain/to-event-line';
import { findDerivedVisitors, MAX_KEYS } from '../store/session-events';
import type { Deliver } from './deliver-batch';
import { deriveRows, correctSessions, type Arrival } from './derived-sessions';

/**
 * Derives the sessions of a batch's events that do not report one, before and after its delivery. Also for earlier events of
 * the visitors whose browsers report a session in the batch: a server's event may arrive before them.
 *
 * @param onIncorrect called if sessions still differed after many corrections
 */
export function deliverDerived(client: ClickHouseClient, deliver: Deliver, onIncorrect: () => void): Deliver {
  const correct = async (lines: Buffer, signal: AbortSignal): Promise<void> => {
    const arrivals = await arrivalsNearDerived(client, lines, signal);
    // Not thrown: the log must not wait for one visitor.
    if (!(await correctSessions(client, arrivals, signal))) onIncorrect();
  };
  return async (batch, signal) => {
    if (!batch.lines.includes(EVIDENCE_MEMBER)) {
      await deliver(batch, signal);
      return correct(batch.lines, signal);
    }
    const lines = batch.lines.toString('utf8').split(/(?<=\n)/);
    const derived = new Map(
      lines.flatMap((line, index) => {
        const row = line.includes(EVIDENCE_MEMBER) ? rowOf(line) : undefined;
        return row ? [[index, row] as const] : [];
      }),
    );
    const rows = await deriveRows(client, [...derived.values()], signal);
    for (const [number, index] of [...derived.keys()].entries())
      lines[index] = `${JSON.stringify(rows[number])}\n`;
    await deliver({ lines: Buffer.from(lines.join('')), token: batch.token }, signal);
    await correct(batch.lines, signal);
  };
}

/**
 * The row of a line; undefined if its visitor, workspace, site or time cannot be in a query. Such a line is delivered as it is: ClickHouse
 * rejects it, and it becomes a dead letter.
 */
export function rowOf(line: string): EventRow | undefined {
  let row: EventRow;
  try {
    row = JSON.parse(line) as EventRow;
  } catch {
    return undefined;
  }
  const isNumber = /^\d{1,20}$/.test(row.visitor_id) && BigInt(row.visitor_id) < 2n ** 64n;
  const areIntegers = [row.workspace_id, row.site_id].every(Number.isSafeInteger);
  return isNumber && areIntegers && !Number.isNaN(Date.parse(row.ts)) ? row : undefined;
}

/** The events of a batch whose visitors have events with derived sessions near them, the batch's own included. */
async function arrivalsNearDerived(
  client: ClickHouseClient,
  lines: Buffer,
  signal: AbortSignal,
): Promise<Arrival[]> {
  const arrivals = arrivalsOf(lines);
  const times = arrivals.map(({ ts }) => ts);
  const keys = [...new Set(arrivals.map(({ visitorKey }) => visitorKey))];
  const found = new Set<string>();
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    const visitors = await findDerivedVisitors(client, {
      workspaceIds: [...new Set(arrivals.map(({ workspaceId }) => workspaceId))],
      siteIds: [...new Set(arrivals.map(({ siteId }) => siteId))],
      visitorKeys: keys.slice(from, from + MAX_KEYS),
      fromMs: times.reduce((a, b) => Math.min(a, b)) - SESSION_IDLE_MS,
      toMs: times.reduce((a, b) => Math.max(a, b)) + SESSION_IDLE_MS,
      signal,
    });
    for (const key of visitors) found.add(key);
  }
  return arrivals.filter(({ visitorKey }) => found.has(visitorKey));
}

/** The members of a line that `toEventLine` writes before any text of a sender but the name, which is JSON. */
const LINE =
  /^\{"workspace_id":(\d+),"site_id":(\d+),"name":"(?:[^"\\]|\\.)*","ts":"([^"]+)".*?"visitor_id":"(\d+)"/;

function arrivalsOf(lines: Buffer): Arrival[] {
  return lines
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, workspaceId, siteId, ts, visitorKey] = LINE.exec(line) ?? [];
      if (siteId === undefined || ts === undefined || visitorKey === undefined) return [];
      return [{ workspaceId: Number(workspaceId), siteId: Number(siteId), visitorKey, ts: Date.parse(ts) }];
    });
}
