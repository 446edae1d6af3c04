import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { eventAnalysisQuery } from './shapes/event-analysis-query';

const count = z.int().nonnegative();
const companies = z
  .strictObject({
    companies: z.array(
      z.strictObject({
        company: z.string().meta({ description: 'Your own key' }),
        accounts: count,
        mrr: z.string().meta({ description: "Sum of the accounts' MRR", example: '490.00' }),
        channel: z.enum(CHANNELS).exactOptional().meta({ description: 'That brought the first account' }),
      }),
    ),
    total: count.meta({ description: 'All companies, beyond `limit` too' }),
  })
  .meta({ id: 'Companies' });

/** `GET /api/v1/companies`: the customer's accounts by its own company keys. */
export const listCompanies = defineEndpoint({
  operationId: 'listCompanies',
  summary: 'Companies with their accounts, MRR and first channel, by MRR downwards',
  tag: 'Identify',
  method: 'get',
  path: '/api/v1/companies',
  query: z.object({ limit: eventAnalysisQuery.shape.limit }),
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
