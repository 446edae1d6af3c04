import type { DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import fc from 'fast-check';

const WHY = [
  ['bot', 'crawler'],
  ['bot', 'headless'],
  ['too_old', ''],
  ['host_mismatch', ''],
] as const;

/** Events dropped at times taken from `at` (Unix ms). */
export function dropsArbitrary(
  at: fc.Arbitrary<number>,
  { workspaceId, siteId }: { readonly workspaceId: number; readonly siteId: number },
): fc.Arbitrary<readonly DroppedEventRow[]> {
  const row = fc
    .record({
      place: fc.constantFrom('queried', 'queried', 'queried', 'other site', 'other workspace'),
      at,
      event_id: fc.uuid(),
      why: fc.constantFrom(...WHY),
    })
    .map(({ place, at, event_id, why: [reason, bot_reason] }) => ({
      workspace_id: place === 'other workspace' ? workspaceId + 1 : workspaceId,
      site_id: place === 'other site' ? siteId + 1 : siteId,
      event_id,
      dropped_at: new Date(at).toISOString(),
      reason,
      bot_reason,
    }));
  return fc.array(row, { maxLength: 60, size: 'max' });
}
