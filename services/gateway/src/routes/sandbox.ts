import { randomBytes } from 'node:crypto';
import { failure } from '@headwater/protos/error-codes';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { sandboxTraffic } from '../domain/sandbox-traffic';
import { defineEndpoint } from '../http/endpoint';
import { siteJson, siteSchema, siteSnippet, snippetSchema } from './shapes/site';

const HOUR_MS = 3_600_000;
const count = z.int().nonnegative();
/** A browser's user agent: events without one are dropped as bots. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

const schema = siteSchema
  .extend({
    snippet: snippetSchema,
    expiresAt: z.iso.datetime({ precision: 3 }),
    seed: z.int(),
    expected: z
      .strictObject({
        from: z.iso.date(),
        to: z.iso.date(),
        visitors: count,
        sessions: count,
        pageviews: count,
        events: z.array(z.strictObject({ name: z.string(), events: count, visitors: count })),
        channels: z.array(z.strictObject({ key: z.enum(CHANNELS), visitors: count, pageviews: count })),
      })
      .meta({
        description: 'The totals that `/stats` and `/events` return for this window, a few seconds later',
      }),
  })
  .meta({ id: 'Sandbox' });

/** `POST /api/v1/sandbox` */
export const createSandbox = defineEndpoint({
  operationId: 'createSandbox',
  summary: 'Create a sandbox site with generated visits',
  description:
    'Creates a site with one week of generated visits and returns the totals to expect, to test an integration. The site ' +
    'is purged automatically.',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sandbox',
  example: { body: { seed: 7, hours: 1 } },
  scope: 'sites:write',
  body: z.strictObject({
    seed: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .default(1)
      .meta({ description: 'The same seed generates the same visits' }),
    hours: z
      .int()
      .min(1)
      .max(168)
      .default(24)
      .meta({ description: 'Hours until the site expires. The next hourly purge deletes it' }),
  }),
  bodyOptional: true,
  responses: { 201: { description: 'The site and its expected totals', schema } },
  failures: [],
  run: async ({ body: { seed, hours }, call }, { sites, collector, clock, scriptUrl }) => {
    const now = clock.now();
    const domain = `sandbox-${randomBytes(6).toString('hex')}.example`;
    const { site } = await sites.CreateSite(
      { domain, name: 'Sandbox', tags: ['sandbox'], expiresAtMs: now + hours * HOUR_MS },
      call,
    );
    if (!site) throw failure('internal_error', 'The sites service returned no site. Retry.');
    // Of the site, not of this request: under one Idempotency-Key, a repeat gets the site of the first request.
    const { events, totals } = sandboxTraffic({
      ...{ seed, siteId: site.id, domain: site.domain, now: site.createdAtMs },
    });
    const sent = events.map((event, index) => ({ index, userAgent: USER_AGENT, ...event }));
    const { accepted } = await collector.IngestEvents(
      { siteId: site.id, domain: site.domain, events: sent },
      call,
    );
    if (accepted !== sent.length)
      throw failure('internal_error', 'The collector accepted only a part of the visits. Retry.');
    return {
      status: 201,
      body: {
        ...siteJson(site),
        snippet: siteSnippet(site, scriptUrl),
        expiresAt: isoTime(site.createdAtMs + hours * HOUR_MS),
        seed,
        expected: totals,
      },
    };
  },
});
