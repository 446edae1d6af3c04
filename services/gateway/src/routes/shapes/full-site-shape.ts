import type { Funnel__Output } from '@headwater/protos/gen/headwater/sites/v1/Funnel';
import type { Goal__Output } from '@headwater/protos/gen/headwater/sites/v1/Goal';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { z } from 'zod';
import { detectionJson, detectionSchema } from './detection-shape';
import { funnelJson, funnelSchema, goalJson, goalSchema } from './goal-shape';
import { siteJson, siteSchema, siteSnippet, snippetSchema } from './site-shape';

/** What reading, changing or restoring one site answers: the whole site. */
export const fullSiteSchema = siteSchema
  .extend({
    snippet: snippetSchema,
    detection: detectionSchema.nullable().meta({ description: 'Null when detection was never asked for' }),
    goals: z.array(goalSchema),
    funnels: z.array(funnelSchema),
  })
  .meta({ id: 'FullSite' });

/** What a site's customer measures, beside the site. */
export interface SiteDefinitions {
  readonly goals: readonly Goal__Output[];
  readonly funnels: readonly Funnel__Output[];
}

export function fullSiteJson(
  site: Site__Output,
  { goals, funnels }: SiteDefinitions,
  scriptUrl: string,
): z.infer<typeof fullSiteSchema> {
  return {
    ...siteJson(site),
    snippet: siteSnippet(site, scriptUrl),
    detection: site.detection ? detectionJson(site.detection) : null,
    goals: goals.map(goalJson),
    funnels: funnels.map(funnelJson),
  };
}
