import type { ExplainVisitResponse__Output } from '@headwater/protos/gen/headwater/collector/v1/ExplainVisitResponse';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';

const BOT_VERDICTS = ['person', 'bot', 'unknown'] as const;

/** How the collector would classify a visit. Unknown values are `''`. */
const explanationSchema = z
  .strictObject({
    channel: z.string().meta({ examples: ['Organic Search'] }),
    source: z.string().meta({ examples: ['Google'] }),
    referrer: z.string().meta({ description: 'Host and path, as stored' }),
    rule: z.string().meta({ description: 'The channel rule that matched', examples: ['organic-search'] }),
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
      reason: z
        .string()
        .exactOptional()
        .meta({ description: 'Why the sender was classified as a bot', examples: ['crawler'] }),
    }),
  })
  .meta({ id: 'Explanation' });

function explanationJson(found: ExplainVisitResponse__Output): z.infer<typeof explanationSchema> {
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

const address = z.string().max(EVENT_LIMITS.maxUrlLength);

/** `POST /api/v1/explain` */
export const explain = defineEndpoint({
  operationId: 'explain',
  summary: 'Explain the classification of a visit',
  description:
    'Returns the source, channel, device and bot verdict that a visit would get. Nothing is stored.',
  tag: 'Events',
  method: 'post',
  readOnly: true,
  path: '/api/v1/explain',
  example: { body: { url: 'https://example.com/?utm_source=newsletter&utm_medium=email' } },
  scope: 'any',
  body: z.strictObject({
    url: address.meta({
      description: 'First page of the visit. Its registrable domain is used as the site',
      examples: ['https://www.example.com/?utm_source=newsletter'],
    }),
    referrer: address.exactOptional(),
    user_agent: z
      .string()
      .max(EVENT_LIMITS.maxUrlLength)
      .exactOptional()
      .meta({ description: 'If absent, device and bot verdict are unknown' }),
  }),
  responses: { 200: { description: 'The explanation', schema: explanationSchema } },
  failures: [],
  run: async ({ body: { user_agent: userAgent, ...body }, call }, { collector }) => {
    const visit = { ...body, ...(userAgent === undefined ? {} : { userAgent }) };
    return { status: 200, body: explanationJson(await collector.ExplainVisit(visit, call)) };
  },
});
