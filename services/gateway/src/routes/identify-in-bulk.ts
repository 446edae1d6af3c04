import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { importRows, MAX_ROWS } from './import-rows';
import { accountFields, accountMessage } from './shapes/account-fields';
import { bulkResultSchema } from './shapes/bulk-result';

const row = z.strictObject(accountFields).meta({ id: 'AccountRow' });

/** `POST /api/v1/identify/bulk`: attaches traits to accounts; rows that can't be used are skipped and counted. */
export const identifyInBulk = defineEndpoint({
  operationId: 'identifyInBulk',
  summary: 'Enrich up to 1000 accounts; never creates a channel',
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/identify/bulk',
  scope: 'identify',
  body: z.strictObject({ users: z.array(z.unknown()).max(MAX_ROWS) }),
  documentedBody: z.strictObject({ users: z.array(row).max(MAX_ROWS) }),
  maxBodyBytes: 4 * 1_048_576,
  responses: { 200: { description: 'How many rows were used', schema: bulkResultSchema } },
  failures: [],
  run: ({ body, call }, { identity }) =>
    importRows(body.users, {
      row,
      message: accountMessage,
      save: (rows) =>
        identity.BulkIdentify({ users: rows.map(({ index, value: account }) => ({ index, account })) }, call),
    }),
});
