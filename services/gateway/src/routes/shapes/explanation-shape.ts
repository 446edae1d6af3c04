import type { ExplainVisitResponse__Output } from '@headwater/protos/gen/headwater/collector/v1/ExplainVisitResponse';
import { z } from 'zod';

const BOT_VERDICTS = ['person', 'bot', 'unknown'] as const;

/** What would become of a visit; unknown values are `''`. */
export const explanationSchema = z
  .strictObject({
    channel: z.string().meta({ example: 'Organic Search' }),
    source: z.string().meta({ example: 'Google' }),
    referrer: z.string().meta({ description: 'Host and path, as stored' }),
    rule: z.string().meta({ description: 'The channel rule that decided', example: 'organic-search' }),
    rulesVersion: z.int().nonnegative(),
    utm: z.strictObject({
      source: z.string(),
      medium: z.string(),
      campaign: z.string(),
      term: z.string(),
      content: z.string(),
    }),
    device: z.string(),
    browser: z.string(),
    os: z.string(),
    bot: z.strictObject({
      verdict: z.enum(BOT_VERDICTS).meta({ description: '`unknown` without a user agent' }),
      reason: z.string().exactOptional().meta({ description: 'What gave a bot away', example: 'crawler' }),
    }),
  })
  .meta({ id: 'Explanation' });

export function explanationJson(found: ExplainVisitResponse__Output): z.infer<typeof explanationSchema> {
  const { channel, source, referrer, rule, rulesVersion, utm, device, browser, os } = found;
  return {
    channel,
    source,
    referrer,
    rule,
    rulesVersion,
    utm: {
      source: utm?.source ?? '',
      medium: utm?.medium ?? '',
      campaign: utm?.campaign ?? '',
      term: utm?.term ?? '',
      content: utm?.content ?? '',
    },
    device,
    browser,
    os,
    bot: {
      verdict: BOT_VERDICTS.find((verdict) => verdict === found.botVerdict) ?? 'unknown',
      ...(found.botReason === undefined ? {} : { reason: found.botReason }),
    },
  };
}
