import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { SESSION_IDLE_MS } from '../domain/derive-sessions';
import { findDerivedVisitors } from '../store/session-events';
import { eventsOf, rowOf, splitLines } from './batch-events';
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
    const events = eventsOf(batch.lines).filter(({ isDerived }) => isDerived);
    if (events.length === 0) {
      await deliver(batch, signal);
      return correct(batch.lines, signal);
    }
    const lines = splitLines(batch.lines);
    const derived = new Map(
      events.flatMap(({ index }) => {
        const row = rowOf(lines[index] ?? '');
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

/** The events of a batch whose visitors have events with derived sessions near them, the batch's own included. */
async function arrivalsNearDerived(
  client: ClickHouseClient,
  lines: Buffer,
  signal: AbortSignal,
): Promise<Arrival[]> {
  const events = eventsOf(lines);
  const [first] = events;
  if (!first) return [];
  const found = await findDerivedVisitors(client, {
    workspaceIds: [...new Set(events.map(({ workspaceId }) => workspaceId))],
    siteIds: [...new Set(events.map(({ siteId }) => siteId))],
    visitorKeys: new Set(events.map(({ visitorKey }) => visitorKey)),
    fromMs: Date.parse(events.reduce((min, { ts }) => (ts < min ? ts : min), first.ts)) - SESSION_IDLE_MS,
    toMs: Date.parse(events.reduce((max, { ts }) => (ts > max ? ts : max), first.ts)) + SESSION_IDLE_MS,
    signal,
  });
  return events
    .filter(({ visitorKey }) => found.has(visitorKey))
    .map((event) => ({ ...event, ts: Date.parse(event.ts) }));
}
