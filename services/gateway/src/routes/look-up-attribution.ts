import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { defineEndpoint } from '../http/endpoint';

const count = z.int().nonnegative();
const time = z.string().exactOptional().meta({ format: 'date-time' });
const text = z.string().exactOptional();
const account = z.strictObject({
  email: z.string().min(1).exactOptional().meta({ description: 'This or `user_id`. Hashed on arrival' }),
  user_id: z.string().min(1).exactOptional(),
});
const found = z
  .strictObject({
    found: z.boolean().meta({ description: 'Whether there is such an account' }),
    channel: z.enum(CHANNELS).exactOptional(),
    source: text,
    campaign: text,
    landing: text,
    referrer: text,
    firstSeenAt: time,
    recordedAt: time,
    rulesVersion: count.exactOptional(),
    visitors: count.meta({ description: 'Visitors linked to the account' }),
    payments: count,
  })
  .meta({ id: 'AccountAttribution' });

/** `POST /api/v1/attribution/lookup`: which channel brought an account. A POST, because proxies log URLs. */
export const lookUpAttribution = defineEndpoint({
  operationId: 'lookUpAttribution',
  summary: 'Which channel brought this account, and why',
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/attribution/lookup',
  scope: 'identify',
  body: account,
  responses: { 200: { description: 'The recorded attribution, where there is one', schema: found } },
  failures: [],
  run: async ({ body: { email, user_id: userId }, call }, { identity }) => {
    const who = { ...(email === undefined ? {} : { email }), ...(userId === undefined ? {} : { userId }) };
    const { found: isFound, attribution, visitors, payments } = await identity.LookUpAttribution(who, call);
    if (!attribution) return { status: 200, body: { found: isFound, visitors, payments } };
    const { channel, source, campaign, landing, referrer, firstSeenAtMs, recordedAtMs, rulesVersion } =
      attribution;
    const times = { firstSeenAt: isoTime(firstSeenAtMs), recordedAt: isoTime(recordedAtMs) };
    const record = { channel, source, campaign, landing, referrer, ...times, rulesVersion };
    return { status: 200, body: { found: isFound, ...record, visitors, payments } };
  },
});
