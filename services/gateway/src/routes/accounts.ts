import { csvCell } from '@headwater/kit/csv-cell';
import type { CallOptions } from '@headwater/kit/rpc/types';
import type { LedgerAccount__Output } from '@headwater/protos/gen/headwater/identity/v1/LedgerAccount';
import type { ListAccountsRequest } from '@headwater/protos/gen/headwater/identity/v1/ListAccountsRequest';
import { failure } from '@headwater/protos/error-codes';
import { LEDGER_LIMITS } from '@headwater/protos/limits';
import { CUSTOMER_DIMENSIONS, EXPORT_FORMATS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import type { Dependencies } from '../dependencies';
import { decodeCursor, decodeFeedCursor, encodeCursor, encodeFeedCursor } from '../domain/cursors';
import { isoTime } from '../domain/format';
import { Download } from '../http/answer';
import { defineEndpoint, type EndpointRequest } from '../http/endpoint';
import { FILE_CONTENT_TYPES } from './export';
import { parseId, pathId } from './shapes/path-id';
import { accountFields, accountJson, accountSchema, accountWithPayments } from './shapes/account';
import { windowQuery } from './shapes/queries';
import { touchJson } from './shapes/touch';
import { trackExport } from './track-export';

const limitMessage = `must be a whole number from 1 to ${LEDGER_LIMITS.maxAccounts}`;
const { from, to } = windowQuery.shape;
const query = z.object({
  changed_since: z
    .string()
    .max(64)
    .exactOptional()
    .meta({
      description:
        'A time, or a `feedCursor`: only accounts that changed later. Not together with filters or a time range',
      examples: ['2026-10-25T02:00:00.000Z'],
    }),
  from,
  to,
  range: windowQuery.shape.range.meta({
    description:
      'Only accounts that were first identified in the last N days including today. Default: any time',
    examples: ['30d'],
  }),
  timezone: windowQuery.shape.timezone.meta({
    description: 'IANA time zone of the days. Default: UTC',
    examples: ['Europe/Berlin'],
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
    feedCursor: z.string().nullable().meta({
      description: 'Send it as `changed_since` to get later changes. Null with filters or a time range',
    }),
  })
  .meta({ id: 'AccountList' });

/** `GET /api/v1/accounts` */
export const listAccounts = defineEndpoint({
  operationId: 'listAccounts',
  summary: 'List accounts and their changes',
  description:
    'Lists accounts in the order of their last change, with recorded attribution and revenue. An account that changes moves to the end. ' +
    'Poll with `changed_since` to follow changes: you get each account that changed, at least once, in its current state. ' +
    'Erased accounts disappear without a change.\n\n' +
    'With filters or a time range, it lists the accounts that match, the newest first. Filters and numbers are those of `/customers`.',
  tag: 'Customers',
  method: 'get',
  path: '/api/v1/accounts',
  example: { query: 'range=30d&filter[campaign]=spring&limit=100' },
  scope: 'identify',
  allSites: true,
  audited: 'sampled',
  query,
  filters: CUSTOMER_DIMENSIONS,
  chargesTime: true,
  responses: {
    200: {
      description: 'The accounts, and the cursor of the next page',
      schema: list,
      fileTypes: ['text/csv', 'application/x-ndjson'],
    },
  },
  failures: ['unknown_filter'],
  run: async (request, { identity }) => {
    const { limit = 100, format } = request.query;
    const selection = selectionOf(request);
    if (format !== undefined)
      return { status: 200, body: accountsFile(request, { identity, selection, format }) };
    const { accounts, more } = await identity.ListAccounts({ ...selection, limit }, request.call);
    const after = positionAfter(selection, accounts);
    const isFeed = isFeedOf(selection);
    return {
      status: 200,
      body: {
        accounts: accounts.map(accountJson),
        nextCursor: more ? (isFeed ? encodeFeedCursor(after) : encodeCursor(after)) : null,
        feedCursor: isFeed ? encodeFeedCursor(after) : null,
      },
    };
  },
});

/** The accounts to list: those after a position of the feed, or those that match with an id below `after`. */
type Selection = Omit<ListAccountsRequest, 'limit'> & { readonly after: number };

/** @throws AppError `invalid_request` */
function selectionOf({
  query: { changed_since: since, cursor, limit: _limit, format: _format, ...window },
  filters,
}: Pick<EndpointRequest<unknown, Query, unknown>, 'query' | 'filters'>): Selection {
  const selection = { ...window, filters: [...filters] };
  if (isFeedOf(selection)) return { after: feedPosition(since, cursor) };
  if (since !== undefined) {
    const message =
      'cannot be combined with filters or a time range: such a feed would miss accounts that stop to match';
    const fields = [{ field: 'changed_since', message }];
    throw failure('invalid_request', `changed_since ${message}. Follow all changes, and filter them.`, {
      fields,
    });
  }
  return { ...selection, after: cursor === undefined ? 0 : decodeCursor(cursor) };
}

/** Whether a list has neither filters nor a window: then it is the feed of all changes. */
const isFeedOf = ({ filters = [], timezone, from: first, to: last, range }: ListAccountsRequest): boolean =>
  filters.length === 0 && [timezone, first, last, range].every((each) => each === undefined);

/** The position of the feed after which accounts are listed. @throws AppError `invalid_request` */
function feedPosition(since: string | undefined, cursor: string | undefined): number {
  if (cursor !== undefined) return decodeFeedCursor('cursor', cursor);
  if (since === undefined) return 0;
  const at = z.iso.datetime({ offset: true }).safeParse(since);
  // Positions are microseconds. A change at the given time itself is included.
  return at.success ? Date.parse(at.data) * 1_000 - 1 : decodeFeedCursor('changed_since', since);
}

/** The position after a page. */
function positionAfter(selection: Selection, page: readonly LedgerAccount__Output[]): number {
  const last = page.at(-1);
  if (!last) return selection.after;
  return isFeedOf(selection) ? last.position : last.id;
}

interface AccountsFile {
  readonly identity: Dependencies['identity'];
  readonly selection: Selection;
  readonly format: (typeof EXPORT_FORMATS)[number];
}

/** All selected accounts, read in pages. The same events cut the file as exports of events. */
function accountsFile(
  request: Pick<EndpointRequest<unknown, unknown, unknown>, 'call' | 'checkCredential' | 'log'>,
  { identity, selection, format }: AccountsFile,
): Download {
  const begin = (cut: () => void): Promise<() => Promise<void>> => trackExport(identity, request, cut);
  const chunks = accountChunks({ identity, selection, format }, request.call);
  return new Download(FILE_CONTENT_TYPES[format], `accounts.${format}`, chunks, begin);
}

const COLUMNS = Object.keys(accountFields) as (keyof typeof accountFields)[];

async function* accountChunks(
  { identity, selection, format }: AccountsFile,
  call: CallOptions,
): AsyncGenerator<Buffer> {
  if (format === 'csv') yield Buffer.from(`${COLUMNS.join(',')}\r\n`);
  for (let { after } = selection, more = true; more;) {
    const page = await identity.ListAccounts({ ...selection, after, limit: LEDGER_LIMITS.maxAccounts }, call);
    const lines = page.accounts
      .map(accountJson)
      .map((account) =>
        format === 'csv'
          ? `${COLUMNS.map((name) => csvCell(cellOf(account[name]))).join(',')}\r\n`
          : `${JSON.stringify(account)}\n`,
      );
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    after = positionAfter({ ...selection, after }, page.accounts);
    ({ more } = page);
  }
}

function cellOf(value: string | number | object | null): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

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
