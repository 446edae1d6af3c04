import { randomBytes } from 'node:crypto';
import { failure } from '@headwater/protos/error-codes';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { sandboxTraffic } from '../domain/sandbox-traffic';
import { defineEndpoint } from '../http/endpoint';
import { siteJson, siteSchema, siteSnippet, snippetSchema } from './shapes/site-shape';

const HOUR_MS = 3_600_000;
const count = z.int().nonnegative();
/** That its events are a person's: a server without one is a bot's. */
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
      .meta({ description: 'What /stats and /events answer for the window, a few seconds later' }),
  })
  .meta({ id: 'Sandbox' });

/** `POST /api/v1/sandbox`: a site with a week of made-up visits, to prove an integration against. */
export const createSandbox = defineEndpoint({
  operationId: 'createSandbox',
  summary: 'Make a site with made-up visits and the totals to expect; it ends by itself',
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sandbox',
  scope: 'sites:write',
  body: z.strictObject({
    seed: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .default(1)
      .meta({ description: 'The same seed makes the same visits' }),
    hours: z
      .int()
      .min(1)
      .max(168)
      .default(24)
      .meta({ description: 'After these it is purged, by the next purge: within the hour' }),
  }),
  bodyOptional: true,
  responses: { 201: { description: 'The site and what to expect of it', schema } },
  failures: [],
  run: async ({ body: { seed, hours }, call }, { sites, collector, clock, scriptUrl }) => {
    const now = clock.now();
    const domain = `sandbox-${randomBytes(6).toString('hex')}.example`;
    const expiresAtMs = now + hours * HOUR_MS;
    const { site } = await sites.CreateSite(
      { domain, name: 'Sandbox', tags: ['sandbox'], expiresAtMs },
      call,
    );
    if (!site) throw failure('internal_error', 'The site was not returned. Try again.');
    const { events, totals } = sandboxTraffic({ seed, siteId: site.id, domain, now });
    const sent = events.map((event, index) => ({ index, userAgent: USER_AGENT, ...event }));
    const { accepted } = await collector.IngestEvents({ siteId: site.id, domain, events: sent }, call);
    if (accepted !== sent.length) throw failure('internal_error', 'The visits were not taken. Try again.');
    return {
      status: 201,
      body: {
        ...siteJson(site),
        snippet: siteSnippet(site, scriptUrl),
        expiresAt: isoTime(expiresAtMs),
        seed,
        expected: totals,
      },
    };
  },
});
