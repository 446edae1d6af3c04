import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { explanationJson, explanationSchema } from './shapes/explanation-shape';

/** As the collector reads them. */
const address = z.string().max(8_192);

/** `POST /api/v1/explain`: what the collector would make of a visit. Nothing is stored. */
export const explain = defineEndpoint({
  operationId: 'explain',
  summary: 'Explain which source, channel, device and bot verdict a visit would get',
  tag: 'Events',
  method: 'post',
  path: '/api/v1/explain',
  scope: 'any',
  body: z.strictObject({
    url: address.meta({
      description: 'First page of the visit; the site is taken to be its registrable domain',
      example: 'https://www.example.com/?utm_source=newsletter',
    }),
    referrer: address.exactOptional(),
    user_agent: z
      .string()
      .max(8_192)
      .exactOptional()
      .meta({ description: 'Without it device and bot verdict stay unknown' }),
  }),
  responses: { 200: { description: 'The explanation', schema: explanationSchema } },
  failures: [],
  run: async ({ body: { user_agent: userAgent, ...body }, call }, { collector }) => {
    const visit = { ...body, ...(userAgent === undefined ? {} : { userAgent }) };
    return { status: 200, body: explanationJson(await collector.ExplainVisit(visit, call)) };
  },
});
