import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { importRows, MAX_ROWS } from './import-rows';
import { bulkResultSchema } from './shapes/bulk-result';
import { paymentFields, paymentMessage } from './shapes/payment-fields';

const row = z.strictObject(paymentFields).meta({ id: 'PaymentRow' });

/** `POST /api/v1/payments/bulk`: records payments, each once; rows that can't be used are skipped and counted. */
export const recordPayments = defineEndpoint({
  operationId: 'recordPayments',
  summary: 'Record up to 1000 payments, such as those of years past',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/bulk',
  scope: 'payments',
  body: z.strictObject({ payments: z.array(z.unknown()).max(MAX_ROWS) }),
  documentedBody: z.strictObject({ payments: z.array(row).max(MAX_ROWS) }),
  responses: { 200: { description: 'How many rows were used', schema: bulkResultSchema } },
  failures: [],
  run: ({ body, call }, { identity }) =>
    importRows(body.payments, {
      row,
      message: paymentMessage,
      save: (rows) =>
        identity.RecordPayments(
          { payments: rows.map(({ index, value: payment }) => ({ index, payment })) },
          call,
        ),
    }),
});
