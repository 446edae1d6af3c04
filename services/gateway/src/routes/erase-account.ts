import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';

const count = z.int().nonnegative();
const erased = z
  .strictObject({
    ok: z.literal(true),
    certificate: z.strictObject({
      id: z.string(),
      at: z.string().meta({ format: 'date-time' }),
      profiles: count.meta({ description: 'Profiles deleted, with their recorded channel' }),
      links: count.meta({ description: 'Links to visitors deleted' }),
      payments: count.meta({
        description:
          'Payments detached: they stay in sums, without the account. So is a refund that Stripe tells afterwards, where it is ' +
          'of a payment that is known here; one that names nothing but its customer is kept under Stripe’s id of that',
      }),
      customers: count.meta({
        description: "Stripe's customers that were known to be the account, forgotten",
      }),
      subscriptions: count.meta({ description: 'Subscriptions of these, forgotten' }),
    }),
  })
  .meta({ id: 'Erasure' });

/** `POST /api/v1/erasures`: forgets an account on its person's request; an unknown one is answered alike, with zeros. */
export const eraseAccount = defineEndpoint({
  operationId: 'eraseAccount',
  summary: 'Erase an account by its email address, with a certificate',
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/erasures',
  scope: 'identify',
  audited: true,
  body: z.strictObject({ email: z.string().min(1) }),
  responses: { 200: { description: 'What was deleted and detached', schema: erased } },
  failures: [],
  run: async ({ body: { email }, call }, { identity }) => {
    const { id, atMs, ...counts } = await identity.EraseAccount({ email }, call);
    const { profiles, links, payments, customers, subscriptions } = counts;
    const certificate = { id, at: isoTime(atMs), profiles, links, payments, customers, subscriptions };
    return { status: 200, body: { ok: true, certificate } };
  },
});
