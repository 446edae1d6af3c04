import type { SharedPage } from '@headwater/protos/vocabulary';
import type { Lazy } from './lazy';
import { withTexts } from './strings/load';

/** The pages that a share link can show. Each is a separate script. */
export const REPORTS: Readonly<Record<SharedPage, Lazy>> = {
  overview: withTexts(
    'statistics',
    async () => (await import('./pages/overview/overview-page')).OverviewPage,
  ),
  events: withTexts('statistics', async () => (await import('./pages/events/events-page')).EventsPage),
  goals: withTexts('statistics', async () => (await import('./pages/goals/goals-page')).GoalsPage),
  journeys: withTexts(
    'statistics',
    async () => (await import('./pages/journeys/journeys-page')).JourneysPage,
  ),
  quality: withTexts('statistics', async () => (await import('./pages/quality-page')).QualityPage),
  revenue: withTexts('money', async () => (await import('./pages/revenue/revenue-page')).RevenuePage),
  acquisition: withTexts(
    'money',
    async () => (await import('./pages/acquisition/acquisition-page')).AcquisitionPage,
  ),
  cohorts: withTexts('money', async () => (await import('./pages/cohorts-page')).CohortsPage),
};
