import type { QueryRealtimeResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryRealtimeResponse';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import type { Dependencies } from '../dependencies';
import { defineEndpoint, type EndpointRequest } from '../http/endpoint';
import { VISIT_FILTERS, breakdownQuery } from './shapes/queries';
import { notAdditive } from './shapes/series';
import { siteParams } from './shapes/site';

const count = z.int().nonnegative();
const time = z.iso.datetime({ precision: 3 });
const counts = { visitors: count, sessions: count, pageviews: count };

/** The response of the realtime query. */
const realtimeSchema = z
  .strictObject({
    from: time.meta({ description: 'Start of the first of 30 whole minutes' }),
    to: time.meta({ description: 'End of the current minute' }),
    timezone: z.string(),
    data: z.strictObject({
      ...counts,
      series: z.array(
        z.strictObject({ minute: z.string().meta({ examples: ['2026-10-25T02:07:00+01:00'] }), ...counts }),
      ),
      additive: notAdditive,
      dimension: z.string().nullable(),
      breakdown: z
        .array(z.strictObject({ key: z.string(), ...counts }))
        .meta({ description: 'Sorted by visitors, descending, then by key' }),
    }),
  })
  .meta({ id: 'Realtime' });

interface Counts {
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
}

const countsOf = ({ visitors, sessions, pageviews }: Counts): Counts => ({ visitors, sessions, pageviews });

function realtimeJson(answer: QueryRealtimeResponse__Output): z.infer<typeof realtimeSchema> {
  return {
    from: isoTime(answer.fromMs),
    to: isoTime(answer.toMs),
    timezone: answer.timezone,
    data: {
      ...countsOf(answer),
      series: answer.series.map((bucket) => ({ minute: bucket.bucket, ...countsOf(bucket) })),
      additive: false,
      dimension: answer.dimension ?? null,
      breakdown: answer.breakdown.map((row) => ({ key: row.key, ...countsOf(row) })),
    },
  };
}

export const realtimeQuery = breakdownQuery.pick({ dimension: true, limit: true, timezone: true });

export type RealtimeRequest = EndpointRequest<
  z.infer<typeof siteParams>,
  z.infer<typeof realtimeQuery>,
  unknown
>;

/** The present answer. @throws AppError */
export async function readRealtime(
  { params: { id }, query, filters, call }: RealtimeRequest,
  { sites, analytics }: Pick<Dependencies, 'sites' | 'analytics'>,
): Promise<z.infer<typeof realtimeSchema>> {
  const { timezone } = await sites.GetSite({ id }, call);
  const question = { siteId: id, timezone, filters: [...filters], ...query };
  return realtimeJson(await analytics.QueryRealtime({ question }, call));
}

/** `GET /api/v1/sites/{id}/realtime` */
export const getRealtime = defineEndpoint({
  operationId: 'getRealtime',
  summary: 'Get active visitors for the last 30 minutes',
  description: 'Returns counts per minute and a breakdown by a dimension.',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/realtime',
  example: { query: 'dimension=pathname' },
  params: siteParams,
  query: realtimeQuery,
  filters: VISIT_FILTERS,
  responses: { 200: { description: 'The counts', schema: realtimeSchema } },
  failures: ['site_not_found', 'unknown_dimension', 'unknown_filter', 'query_too_heavy'],
  run: async (request, dependencies) => ({ status: 200, body: await readRealtime(request, dependencies) }),
});
