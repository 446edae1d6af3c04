import { csvCell } from '@headwater/kit/csv-cell';
import type { CallOptions } from '@headwater/kit/rpc/types';
import type { LedgerAccount__Output } from '@headwater/protos/gen/headwater/identity/v1/LedgerAccount';
import { failure } from '@headwater/protos/error-codes';
import { LEDGER_LIMITS } from '@headwater/protos/limits';
import { ACCOUNT_STATUSES, CHANNELS, EXPORT_FORMATS, PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import type { Dependencies } from '../dependencies';
import { decodeFeedCursor, encodeFeedCursor } from '../domain/cursors';
import { isoTime } from '../domain/format';
import { Download } from '../http/answer';
import { defineEndpoint, type EndpointRequest } from '../http/endpoint';
import { FILE_CONTENT_TYPES } from './export';
import { parseId, pathId } from './shapes/path-id';
import { touchJson, touchSchema } from './shapes/touch';
import { trackExport } from './track-export';

const count = z.int().nonnegative();
const time = z.iso.datetime({ precision: 3 });
const text = z.string();
const money = z.string().meta({ description: 'Major units', examples: ['49.00'] });

const accountFields = {
  id: count.meta({ description: "Headwater's id of the account" }),
  userId: text.nullable().meta({ description: 'Your id of the account' }),
  company: text.nullable(),
  plan: text.nullable(),
  mrr: text.nullable().meta({ description: 'Monthly recurring revenue in major units', examples: ['49'] }),
  status: z.enum(ACCOUNT_STATUSES).meta({
    description:
      '`linked`: the channel is recorded. `pending`: an event can still resolve a link, for 30 days. `unattributed`: neither',
  }),
  channel: z.enum(CHANNELS).nullable(),
  source: text.nullable(),
  campaign: text.nullable(),
  landing: text.nullable(),
  referrer: text.nullable(),
  country: text.nullable(),
  device: text.nullable(),
  firstSeenAt: time.nullable(),
  identifiedAt: time,
  recordedAt: time.nullable(),
  rulesVersion: count.nullable(),
  changedAt: time.meta({ description: 'When the last change became visible in this list' }),
  revenue: z
    .array(
      z.strictObject({
        currency: text,
        gross: money,
        refunds: money,
        net: money,
        payments: count.meta({ description: 'Sales and subscriptions' }),
        firstPaidAt: time.nullable(),
        lastPaidAt: time.nullable(),
      }),
    )
    .meta({ description: 'Never summed across currencies' }),
};

/** An account of the ledger. Never contains its address or its visitors. */
export const accountSchema = z.strictObject(accountFields).meta({ id: 'Account' });

/** Maps an account to JSON. Unknown texts are null. */
export function accountJson(account: LedgerAccount__Output): z.infer<typeof accountSchema> {
  const { userId = null, company = null, plan = null, mrr = null, attribution } = account;
  const known = (value: string | undefined): string | null => value || null;
  return {
    ...{ id: account.id, userId, company, plan, mrr },
    status: account.status as z.infer<typeof accountFields.status>,
    channel: known(attribution?.channel) as z.infer<typeof accountFields.channel>,
    source: known(attribution?.source),
    campaign: known(attribution?.campaign),
    landing: known(attribution?.landing),
    referrer: known(attribution?.referrer),
    country: known(attribution?.country),
    device: known(attribution?.device),
    firstSeenAt: attribution ? isoTime(attribution.firstSeenAtMs) : null,
    identifiedAt: isoTime(account.identifiedAtMs),
    recordedAt: attribution ? isoTime(attribution.recordedAtMs) : null,
    rulesVersion: attribution?.rulesVersion ?? null,
    changedAt: isoTime(Math.floor(account.position / 1_000)),
    revenue: account.revenue.map(
      ({ firstPaidAtMs, lastPaidAtMs, currency, gross, refunds, net, payments }) => ({
        ...{ currency, gross, refunds, net, payments },
        firstPaidAt: firstPaidAtMs === undefined ? null : isoTime(firstPaidAtMs),
        lastPaidAt: lastPaidAtMs === undefined ? null : isoTime(lastPaidAtMs),
      }),
    ),
  };
}

const limitMessage = `must be a whole number from 1 to ${LEDGER_LIMITS.maxAccounts}`;
const query = z.object({
  changed_since: z
    .string()
    .max(64)
    .exactOptional()
    .meta({
      description: 'A time, or a `feedCursor`: only accounts that changed later',
      examples: ['2026-10-25T02:00:00.000Z'],
    }),
  cursor: z.string().max(64).exactOptional().meta({ description: '`nextCursor` of the previous page' }),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit <= LEDGER_LIMITS.maxAccounts, limitMessage)
    .exactOptional()
    .meta({
      description: 'Accounts per page. Default: 100',
      type: 'integer',
      minimum: 1,
      maximum: LEDGER_LIMITS.maxAccounts,
    }),
  format: z.enum(EXPORT_FORMATS).exactOptional().meta({
    description:
      'Default: JSON, one page. `csv` and `ndjson`: a file of all accounts after the position, without `limit`',
  }),
});
type Query = z.infer<typeof query>;

const list = z
  .strictObject({
    accounts: z.array(accountSchema),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page' }),
    feedCursor: z.string().meta({ description: 'Send it as `changed_since` to get later changes' }),
  })
  .meta({ id: 'AccountList' });

/** `GET /api/v1/accounts` */
export const listAccounts = defineEndpoint({
  operationId: 'listAccounts',
  summary: 'List accounts and their changes',
  description:
    'Lists accounts in the order of their last change, with recorded attribution and revenue. An account that changes moves to the end. ' +
    'Poll with `changed_since` to follow changes: you get each account that changed, at least once, in its current state. ' +
    'Erased accounts disappear without a change.',
  tag: 'Customers',
  method: 'get',
  path: '/api/v1/accounts',
  example: { query: 'changed_since=2026-10-25T02:00:00.000Z&limit=100' },
  scope: 'identify',
  allSites: true,
  audited: 'sampled',
  query,
  responses: {
    200: {
      description: 'The accounts, and the cursor of the next page',
      schema: list,
      fileTypes: ['text/csv', 'application/x-ndjson'],
    },
  },
  failures: [],
  run: async (request, { identity }) => {
    const { limit = 100, format } = request.query;
    const after = positionOf(request.query);
    if (format !== undefined)
      return { status: 200, body: accountsFile(request, { identity, after, format }) };
    const { accounts, more } = await identity.ListAccounts({ after, limit }, request.call);
    const feedCursor = encodeFeedCursor(accounts.at(-1)?.position ?? after);
    return {
      status: 200,
      body: { accounts: accounts.map(accountJson), nextCursor: more ? feedCursor : null, feedCursor },
    };
  },
});

/** The position after which accounts are listed. @throws AppError `invalid_request` */
function positionOf({ changed_since: since, cursor }: Query): number {
  if (cursor !== undefined) return decodeFeedCursor('cursor', cursor);
  if (since === undefined) return 0;
  const at = z.iso.datetime({ offset: true }).safeParse(since);
  // Positions are microseconds. A change at the given time itself is included.
  return at.success ? Date.parse(at.data) * 1_000 - 1 : decodeFeedCursor('changed_since', since);
}

interface AccountsFile {
  readonly identity: Dependencies['identity'];
  readonly after: number;
  readonly format: (typeof EXPORT_FORMATS)[number];
}

/** All accounts after a position, read in pages. The same events cut the file as exports of events. */
function accountsFile(
  request: Pick<EndpointRequest<unknown, unknown, unknown>, 'call' | 'checkCredential' | 'log'>,
  { identity, after, format }: AccountsFile,
): Download {
  const begin = (cut: () => void): Promise<() => Promise<void>> => trackExport(identity, request, cut);
  const chunks = accountChunks({ identity, after, format }, request.call);
  return new Download(FILE_CONTENT_TYPES[format], `accounts.${format}`, chunks, begin);
}

const COLUMNS = Object.keys(accountFields) as (keyof typeof accountFields)[];

async function* accountChunks(
  { identity, after, format }: AccountsFile,
  call: CallOptions,
): AsyncGenerator<Buffer> {
  if (format === 'csv') yield Buffer.from(`${COLUMNS.join(',')}\r\n`);
  for (let position = after, more = true; more;) {
    const page = await identity.ListAccounts({ after: position, limit: LEDGER_LIMITS.maxAccounts }, call);
    const lines = page.accounts
      .map(accountJson)
      .map((account) =>
        format === 'csv'
          ? `${COLUMNS.map((name) => csvCell(cellOf(account[name]))).join(',')}\r\n`
          : `${JSON.stringify(account)}\n`,
      );
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    position = page.accounts.at(-1)?.position ?? position;
    ({ more } = page);
  }
}

function cellOf(value: string | number | object | null): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const accountWithPayments = accountSchema
  .extend({
    payments: z
      .array(
        z.strictObject({
          paymentId: text,
          occurredAt: time,
          amount: money,
          currency: text,
          type: z.enum(PAYMENT_TYPES),
        }),
      )
      .max(LEDGER_LIMITS.maxPayments)
      .meta({ description: `The newest ${LEDGER_LIMITS.maxPayments} payments, newest first` }),
    touches: z
      .array(touchSchema)
      .max(LEDGER_LIMITS.maxTouches)
      .meta({
        description: `The newest ${LEDGER_LIMITS.maxTouches} visits of the account, newest first. Stored up to 20 minutes after their events`,
      }),
  })
  .meta({ id: 'AccountWithPayments' });

/** `GET /api/v1/accounts/{accountId}` */
export const getAccount = defineEndpoint({
  operationId: 'getAccount',
  summary: 'Get an account with payments and visits',
  description: 'Returns the recorded attribution, the revenue, the payments and the visits of one account.',
  tag: 'Customers',
  method: 'get',
  path: '/api/v1/accounts/{accountId}',
  scope: 'identify',
  allSites: true,
  audited: 'sampled',
  params: z.object({ accountId: pathId('Id of the account, as `/accounts` returns it', 17) }),
  responses: { 200: { description: 'The account', schema: accountWithPayments } },
  failures: ['account_not_found'],
  run: async ({ params: { accountId }, call }, { identity }) => {
    const id = parseId(accountId);
    if (id === undefined)
      throw failure('account_not_found', 'The workspace has no account with this id. List the accounts.');
    const { account, payments, touches } = await identity.GetAccount({ id }, call);
    if (!account) throw new Error('Identity returned no account.');
    return {
      status: 200,
      body: {
        ...accountJson(account),
        payments: payments.map(({ paymentId, occurredAtMs, amount, currency, type }) => ({
          ...{ paymentId, occurredAt: isoTime(occurredAtMs), amount, currency, type },
        })),
        touches: touches.map(touchJson),
      },
    };
  },
});
