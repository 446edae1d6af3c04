import type { ListedSiteActivity__Output } from '@headwater/protos/gen/headwater/analytics/v1/ListedSiteActivity';
import { z } from 'zod';
import { installFindings } from '../../domain/install-findings';
import { isoTime } from '../../domain/iso-time';
import { notAdditive } from './series-bucket';

/** How a site does, in a list of many. */
export const siteActivitySchema = z
  .strictObject({
    lastEventAt: z.iso.datetime({ precision: 3 }).nullable().meta({ description: 'Last accepted event' }),
    online: z.int().nonnegative().meta({ description: 'Distinct visitors in the last 5 minutes' }),
    goneQuiet: z
      .boolean()
      .meta({ description: 'The snippet was live, but no event has come for more than 7 days' }),
    visitors: z.int().nonnegative().meta({ description: 'Distinct visitors of the last 30 days' }),
    days: z
      .array(z.strictObject({ day: z.iso.date(), visitors: z.int().nonnegative() }))
      .meta({ description: "Each of these days, in the site's time zone, today last" }),
    additive: notAdditive,
  })
  .meta({ id: 'SiteActivity' });

/** @param now Unix milliseconds */
export function siteActivityJson(
  { lastEventAtMs, online, visitors, days }: ListedSiteActivity__Output,
  { installed, now }: { readonly installed: boolean; readonly now: number },
): z.infer<typeof siteActivitySchema> {
  const facts = { installed, now, lastEventAt: lastEventAtMs, drops: [], ofHomePage: [] };
  return {
    lastEventAt: lastEventAtMs === undefined ? null : isoTime(lastEventAtMs),
    online,
    goneQuiet: installFindings(facts).some(({ code }) => code === 'gone_quiet'),
    visitors,
    days: days.map(({ day, visitors: ofDay }) => ({ day, visitors: ofDay })),
    additive: false,
  };
}
