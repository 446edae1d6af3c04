import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { breakdownQuery } from './shapes/queries';

const count = z.int().nonnegative();
const companies = z
  .strictObject({
    companies: z.array(
      z.strictObject({
        company: z.string().meta({ description: 'Your company key' }),
        accounts: count,
        mrr: z.string().meta({ description: 'Sum of the MRR of its accounts', examples: ['490.00'] }),
        channel: z.enum(CHANNELS).exactOptional().meta({ description: 'Channel of the first account' }),
      }),
    ),
    total: count.meta({ description: 'Number of all companies, including those beyond `limit`' }),
  })
  .meta({ id: 'Companies' });

/** `GET /api/v1/companies` */
export const listCompanies = defineEndpoint({
  operationId: 'listCompanies',
  summary: 'List companies',
  description: 'Lists companies with their accounts, MRR and first channel, sorted by MRR, descending.',
  tag: 'Identify',
  method: 'get',
  path: '/api/v1/companies',
  example: { query: 'limit=10' },
  query: z.object({ limit: breakdownQuery.shape.limit }),
  chargesTime: true,
  responses: { 200: { description: 'The companies', schema: companies } },
  failures: [],
  run: async ({ query, call }, { identity }) => {
    const { companies: rows, total } = await identity.ListCompanies(query, call);
    const shown = rows.map(({ company, accounts, mrr, channel }) => ({
      company,
      accounts,
      mrr,
      ...(channel === undefined ? {} : { channel }),
    }));
    return { status: 200, body: { companies: shown, total } };
  },
});
