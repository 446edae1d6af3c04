import { z } from 'zod';
import type { Api } from './api';

const GOALS = [
  { name: 'Signup', type: 'event', event: 'signup' },
  { name: 'Purchase', type: 'event', event: 'purchase' },
];
const FUNNELS = [
  {
    name: 'Pricing to purchase',
    windowHours: 720,
    steps: [
      { name: 'Pricing', type: 'page', path: '/pricing' },
      { name: 'Signup', type: 'event', event: 'signup' },
      { name: 'Purchase', type: 'event', event: 'purchase' },
    ],
  },
];

const NAMED = z.array(z.object({ name: z.string() }));
const SITE = z.object({ goals: NAMED, funnels: NAMED });
const MADE = z.object({ id: z.number() });

/** Gives the demo site its goals and its funnel, unless it has them. */
export async function createGoals(api: Api, siteId: number): Promise<void> {
  const site = await api.get(`/api/v1/sites/${siteId}`, SITE);
  const missing = <T extends { readonly name: string }>(
    wanted: readonly T[],
    there: readonly { name: string }[],
  ) => wanted.filter(({ name }) => !there.some((each) => each.name === name));
  for (const goal of missing(GOALS, site.goals)) await api.post(`/api/v1/sites/${siteId}/goals`, goal, MADE);
  for (const funnel of missing(FUNNELS, site.funnels))
    await api.post(`/api/v1/sites/${siteId}/funnels`, funnel, MADE);
}
