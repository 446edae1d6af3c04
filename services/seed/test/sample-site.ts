import { STORED_IDS } from '@headwater/eventstore/testing/stored-ids';
import type { HistoryOptions } from '../src/domain/site-history';

/** Noon on a Thursday in Berlin. */
export const NOW = Date.parse('2026-10-15T10:00:00.000Z');

/** Ninety days of a small site. Tests override options. */
export function sampleHistory(options: Partial<HistoryOptions> = {}): HistoryOptions {
  const site = {
    workspaceId: 1,
    siteId: 7,
    domain: 'demo.example',
    timezone: 'Europe/Berlin',
    createdAt: NOW,
  };
  return { site, storedIds: STORED_IDS, seed: 1, visitorsPerDay: 40, days: 90, now: NOW, ...options };
}
