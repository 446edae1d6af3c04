import { BATCH_LIMITS } from '@headwater/protos/limits';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { decodeCostCursor, encodeCostCursor } from '../domain/cursors';
import { defineEndpoint } from '../http/endpoint';
import { bulkResultSchema, importRows, strictRow } from './bulk-rows';
import { breakdownQuery, pageQuery } from './shapes/queries';

const number = (description: string) => z.int().nonnegative().meta({ description });
const { from, to } = breakdownQuery.shape;

const row = z
  .strictObject({
    day: z.iso.date().meta({ description: 'Calendar date', examples: ['2026-10-25'] }),
    channel: z.enum(CHANNELS).exactOptional(),
    source: z.string().min(1).exactOptional().meta({ description: 'As in reports, such as `Google`' }),
    campaign: z.string().min(1).exactOptional().meta({ description: '`utm_campaign`' }),
    amount: z.union([z.string(), z.number()], { error: 'must be a decimal string or a number' }).meta({
      description: 'Major units, not negative, with up to as many decimals as the currency has',
      examples: ['12.50'],
    }),
    currency: z
      .string()
      .length(3)
      .meta({ description: 'ISO 4217', examples: ['EUR'] }),
    clicks: number('Clicks').exactOptional(),
    impressions: number('Impressions').exactOptional(),
  })
  .meta({ id: 'CostRow' });

/** Columns of whole numbers. */
const COUNTS: ReadonlySet<string> = new Set(['clicks', 'impressions']);

/** `POST /api/v1/costs/bulk` */
export const putCosts = defineEndpoint({
  operationId: 'putCosts',
  summary: 'Save costs in bulk',
  description:
    `Takes up to ${BATCH_LIMITS.rows} costs of acquisition, as JSON or CSV. The key is day, channel, source, campaign and currency: a cost with a stored ` +
    'key replaces it. Invalid rows are skipped and counted.',
  tag: 'Customers',
  method: 'post',
  path: '/api/v1/costs/bulk',
  example: {
    body: {
      costs: [{ day: '2026-10-25', channel: 'Paid Search', amount: '12.50', currency: 'EUR', clicks: 30 }],
    },
  },
  scope: 'payments',
  allSites: true,
  body: z.strictObject({ costs: z.array(z.unknown()).max(BATCH_LIMITS.rows) }),
  documentedBody: z.strictObject({ costs: z.array(row).max(BATCH_LIMITS.rows) }),
  csv: {
    description: 'JSON, or CSV with the fields of a row as columns. An empty cell is an absent field.',
    example: ['day,channel,amount,currency,clicks', '2026-10-25,Paid Search,12.50,EUR,30'],
    maxRows: BATCH_LIMITS.rows,
    bodyOf: (rows) => ({
      costs: rows.map((cells) =>
        Object.fromEntries(
          Object.entries(cells).map(([name, cell]) => [
            name,
            COUNTS.has(name) && /^\d{1,15}$/.test(cell) ? Number(cell) : cell,
          ]),
        ),
      ),
    }),
  },
  itemsOf: ({ costs }) => costs.length,
  responses: {
    200: {
      description: 'The number of saved and skipped rows',
      schema: bulkResultSchema
        .extend({ replaced: number('Saved rows whose key was stored') })
        .meta({ id: 'CostBulkResult' }),
    },
  },
  failures: [],
  run: async ({ body, call }, { identity }) => {
    let replaced = 0;
    const { imported, skipped, errors } = await importRows(body.costs, {
      check: strictRow(row),
      message: ({ amount, ...cost }: z.infer<typeof row>) => ({ ...cost, amount: String(amount) }),
      save: async (rows) => {
        const saved = await identity.PutCosts(
          { costs: rows.map(({ index, value: cost }) => ({ index, cost })) },
          call,
        );
        ({ replaced } = saved);
        return saved;
      },
    });
    return { status: 200, body: { ok: true, imported, replaced, skipped, errors } };
  },
});

const costSchema = z.strictObject({
  day: z.iso.date(),
  channel: z.enum(CHANNELS).nullable(),
  source: z.string().nullable(),
  campaign: z.string().nullable(),
  amount: z.string().meta({ examples: ['12.50'] }),
  currency: z.string(),
  clicks: z.int().nullable(),
  impressions: z.int().nullable(),
});

/** `GET /api/v1/costs` */
export const listCosts = defineEndpoint({
  operationId: 'listCosts',
  summary: 'List costs',
  description: 'Lists the costs of a window by day and key. Without a window: all costs.',
  tag: 'Customers',
  method: 'get',
  path: '/api/v1/costs',
  example: { query: 'from=2026-10-01&to=2026-10-31' },
  scope: 'payments',
  allSites: true,
  query: z.object({ from, to, ...pageQuery }),
  responses: {
    200: {
      description: 'The costs, and the cursor of the next page',
      schema: z
        .strictObject({ costs: z.array(costSchema), nextCursor: z.string().nullable() })
        .meta({ id: 'CostList' }),
    },
  },
  failures: [],
  run: async ({ query: { limit = 50, cursor, ...days }, call }, { identity }) => {
    const after = cursor === undefined ? {} : { after: decodeCostCursor(cursor) };
    // Reads one row more than the page to know whether there is a next page.
    const { costs: found } = await identity.ListCosts({ ...days, ...after, limit: limit + 1 }, call);
    const costs = found.slice(0, limit);
    const last = costs.at(-1);
    return {
      status: 200,
      body: {
        costs: costs.map(({ day, channel, source, campaign, amount, currency, clicks, impressions }) => ({
          ...{ day, channel: channel || null, source: source || null, campaign: campaign || null },
          ...{ amount, currency, clicks: clicks ?? null, impressions: impressions ?? null },
        })),
        nextCursor: found.length > limit && last ? encodeCostCursor(last) : null,
      },
    };
  },
});

/** `DELETE /api/v1/costs` */
export const deleteCosts = defineEndpoint({
  operationId: 'deleteCosts',
  summary: 'Delete the costs of a window',
  description: 'Deletes all costs from the first to the last day.',
  tag: 'Customers',
  method: 'delete',
  path: '/api/v1/costs',
  example: { query: 'from=2026-10-01&to=2026-10-31' },
  scope: 'payments',
  allSites: true,
  query: z.object({
    from: z.iso.date().meta({ description: 'First day' }),
    to: z.iso.date().meta({ description: 'Last day, inclusive' }),
  }),
  responses: {
    200: {
      description: 'The number of deleted costs',
      schema: z
        .strictObject({ ok: z.literal(true), deleted: number('Deleted costs') })
        .meta({ id: 'DeletedCosts' }),
    },
  },
  failures: [],
  run: async ({ query, call }, { identity }) => {
    const { deleted } = await identity.DeleteCosts(query, call);
    return { status: 200, body: { ok: true, deleted } };
  },
});
