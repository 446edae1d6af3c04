import type { SiteConfig__Output } from '@headwater/protos/gen/headwater/sites/v1/SiteConfig';
import { FUNNEL_LIMITS, SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { funnelJson, goalJson, newFunnelSchema, newGoalSchema } from './goal-shape';
import { siteSettings } from './site-settings';

const goal = newGoalSchema.describe('Known by its name');
const funnel = newFunnelSchema.describe('Known by its name');

/** A site's document as it is answered: what GET gives, PUT takes. */
export const configSchema = z
  .strictObject({
    name: z.string(),
    timezone: z.string(),
    categories: z.array(z.enum(SITE_CATEGORIES)),
    tags: z.array(z.string()),
    goals: z.array(goal),
    funnels: z.array(funnel.extend({ windowHours: z.int().min(FUNNEL_LIMITS.minHours) })),
  })
  .meta({ id: 'SiteConfig' });

/** What PUT takes: what is left out stays, a list that is there replaces the whole list. */
export const newConfigSchema = z
  .strictObject({
    name: siteSettings.name.exactOptional(),
    timezone: siteSettings.timezone.exactOptional(),
    categories: siteSettings.categories.exactOptional(),
    tags: siteSettings.tags.exactOptional(),
    goals: z.array(newGoalSchema).max(100).exactOptional(),
    funnels: z.array(newFunnelSchema).max(100).exactOptional(),
  })
  .meta({ id: 'NewSiteConfig' });

export type ConfigJson = z.infer<typeof configSchema>;

export function configJson({ goals, funnels, ...settings }: SiteConfig__Output): ConfigJson {
  const { name, timezone, categories, tags } = settings;
  return {
    name,
    timezone,
    categories: categories as ConfigJson['categories'],
    tags,
    goals: goals.map((each) => plain(goalJson(each))),
    funnels: funnels.map((each) => {
      const { id: _, ...json } = funnelJson(each);
      return { ...json, steps: json.steps.map((step) => plain({ id: 0, ...step })) };
    }),
  };
}

/** A goal as it is written: without an id, and without the field that its type has not. */
function plain({ id: _, event, path, ...goal }: ReturnType<typeof goalJson>): ConfigJson['goals'][number] {
  return { ...goal, ...(event === null ? {} : { event }), ...(path === null ? {} : { path }) };
}
