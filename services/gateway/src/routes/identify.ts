import type { Account } from '@headwater/protos/gen/headwater/identity/v1/Account';
import type { IdentifyResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/IdentifyResponse';
import { BATCH_LIMITS, TRAIT_LIMITS } from '@headwater/protos/limits';
import { VISITOR_ID_RULE } from '@headwater/protos/visitor-id';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { decimalNumber, idText, visitorIdText } from './shapes/scalars';
import { importRows, lenientBulkResultSchema, lenientRow } from './bulk-rows';

/** The fields of an account. The identity service checks them further. */
const accountFields = {
  email: z
    .string()
    .min(1)
    .meta({ description: 'Hashed on arrival, never stored', examples: ['ada@example.com'] }),
  user_id: idText()
    .nullable()
    .exactOptional()
    .meta({ description: 'Your internal id of the account. A number is stored as text; null unsets it' }),
  plan: idText()
    .nullable()
    .exactOptional()
    .meta({ description: 'A number is stored as text; null unsets it' }),
  company: idText().nullable().exactOptional().meta({
    description: 'Your key of the company, for B2B accounts. A number is stored as text; null unsets it',
  }),
  mrr: decimalNumber((number) => number.nonnegative())
    .nullable()
    .exactOptional()
    .meta({
      description:
        'Monthly recurring revenue, also as a decimal string. Null unsets it. Subscriptions of a payment provider update it too',
    }),
  traits: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .meta({
      description: `Up to ${TRAIT_LIMITS.maxTraits} traits and ${TRAIT_LIMITS.maxBytes / 1_024} KiB per account; traits beyond that are left out. A null value removes the trait`,
    }),
};

function accountMessage(account: z.infer<z.ZodObject<typeof accountFields>>): Account {
  const { email, user_id: userId, plan, company, mrr, traits } = account;
  const fields = { user_id: userId, plan, company, mrr };
  return {
    email,
    ...(typeof userId === 'string' ? { userId } : {}),
    ...(typeof plan === 'string' ? { plan } : {}),
    ...(typeof company === 'string' ? { company } : {}),
    ...(typeof mrr === 'number' ? { mrr } : {}),
    traitsJson: traits === undefined ? '' : JSON.stringify(traits),
    unset: Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

/** The response of identify. */
const identifiedSchema = z
  .strictObject({
    ok: z.literal(true),
    linked: z.boolean().meta({
      description:
        'Whether a session of the visitor is stored. If false, the account is linked and its channel recorded as soon as one is, ' +
        'usually within seconds',
    }),
    channel: z
      .enum(CHANNELS)
      .exactOptional()
      .meta({ description: 'Present when `linked`, unless the token is limited to certain sites' }),
    enriched: z.literal(true).exactOptional().meta({
      description:
        'Present when not `linked`: the account is stored. Absent in the answer to a repeat under an Idempotency-Key after its erasure',
    }),
    warnings: z
      .array(z.strictObject({ field: z.string(), message: z.string() }))
      .exactOptional()
      .meta({
        description:
          'Fields that were left out, with the reason: they contain an email address or a JWT, or the traits exceed a limit',
      }),
  })
  .meta({ id: 'Identified' });

/** @param seesChannel false for tokens with a list of sites: the channel may be of another site */
function identifiedJson(
  { linked, channel, enriched, warnings }: IdentifyResponse__Output,
  seesChannel: boolean,
): object {
  return {
    ok: true,
    linked,
    ...(linked && channel && seesChannel ? { channel } : {}),
    ...(enriched ? { enriched } : {}),
    ...(warnings.length > 0 ? { warnings: warnings.map(({ field, message }) => ({ field, message })) } : {}),
  };
}

const ADA = { email: 'ada@example.com', user_id: 'u-1', plan: 'pro', company: 'acme', mrr: 49 };

/** The way out for a signup whose page has no visitor id: the script is blocked, or the visitor has not consented. */
const NO_VISITOR =
  'is required. Without a visitor id, send the account to POST /api/v1/identify/bulk: it is stored without a channel';

/** `POST /api/v1/identify` */
export const identify = defineEndpoint({
  operationId: 'identify',
  summary: 'Link an anonymous visitor to an account',
  description:
    "Records the channel of the visitor's first session as the account's channel. The record never changes. " +
    'Fields and traits that contain an email address or a JWT are left out and listed in `warnings`. So are traits beyond ' +
    `${TRAIT_LIMITS.maxTraits} or ${TRAIT_LIMITS.maxBytes / 1_024} KiB per account.`,
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/identify',
  example: { body: { anonymous_id: 'visitor-1', ...ADA } },
  scope: 'identify',
  body: z.strictObject({
    anonymous_id: visitorIdText('visitor-1', NO_VISITOR).meta({
      description:
        'Visitor id: the value of `window.headwater.ref` at signup. Without it (blocked script, no consent), send the ' +
        `account to \`/identify/bulk\`. ${VISITOR_ID_RULE}. A number is stored as text`,
    }),
    ...accountFields,
  }),
  answersFacts: true,
  responses: {
    200: {
      description: 'Whether a session of the visitor is stored, and the recorded channel',
      schema: identifiedSchema,
    },
  },
  failures: [],
  run: async (
    { principal, body: { anonymous_id: anonymousId, ...account }, call, isAnswered },
    { identity },
  ) => {
    const request = { anonymousId, account: accountMessage(account), isRepeat: isAnswered };
    const answer = await identity.Identify(request, call);
    return { status: 200, body: identifiedJson(answer, principal.sites === null) };
  },
});

const row = z.strictObject(accountFields).meta({ id: 'AccountRow' });

/** `POST /api/v1/identify/bulk` */
export const identifyInBulk = defineEndpoint({
  operationId: 'identifyInBulk',
  summary: 'Update accounts in bulk',
  description: `Takes up to ${BATCH_LIMITS.rows} accounts. Never records a channel. Rows without a valid email are skipped and listed in \`errors\`. Invalid and unknown fields of other rows are left out and listed in \`warnings\`.`,
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/identify/bulk',
  example: { body: { users: [ADA, { email: 'grace@example.com', traits: { seats: 3 } }] } },
  scope: 'identify',
  body: z.strictObject({ users: z.array(z.unknown()).max(BATCH_LIMITS.rows) }),
  documentedBody: z.strictObject({ users: z.array(row).max(BATCH_LIMITS.rows) }),
  maxBodyBytes: 4 * 1_048_576,
  itemsOf: ({ users }) => users.length,
  responses: {
    200: { description: 'The number of imported and skipped rows', schema: lenientBulkResultSchema },
  },
  failures: [],
  run: async ({ body, call }, { identity }) => {
    const result = await importRows(body.users, {
      check: lenientRow(row, ['email']),
      message: accountMessage,
      save: (rows) =>
        identity.BulkIdentify({ users: rows.map(({ index, value: account }) => ({ index, account })) }, call),
    });
    return { status: 200, body: { ok: true, ...result } };
  },
});
