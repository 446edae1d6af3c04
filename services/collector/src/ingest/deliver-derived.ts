import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { READ_MARGIN_MS } from '../domain/derive-sessions';
import { findDerivedVisitors } from '../store/session-events';
import { eventsOf, rowOf, splitLines, summaryOf } from './batch-events';
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
    const { derived: numbers } = summaryOf(batch.lines);
    if (numbers.length === 0) {
      await deliver(batch, signal);
      return correct(batch.lines, signal);
    }
    const lines = splitLines(batch.lines);
    const derived = new Map(
      numbers.flatMap((index) => {
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

/** The events of a batch whose visitors have events with derived sessions within a day: these may be in the same session. */
async function arrivalsNearDerived(
  client: ClickHouseClient,
  lines: Buffer,
  signal: AbortSignal,
): Promise<Arrival[]> {
  const { period, workspaceIds, siteIds, visitorKeys } = summaryOf(lines);
  if (!period) return [];
  const found = await findDerivedVisitors(client, {
    workspaceIds: [...workspaceIds],
    siteIds: [...siteIds],
    visitorKeys,
    fromMs: Date.parse(period.first) - READ_MARGIN_MS,
    toMs: Date.parse(period.last) + READ_MARGIN_MS,
    signal,
  });
  if (found.size === 0) return [];
  const arrivals: Arrival[] = [];
  for (const event of eventsOf(lines))
    if (found.has(event.visitorKey)) arrivals.push({ ...event, ts: Date.parse(event.ts) });
  return arrivals;
}
