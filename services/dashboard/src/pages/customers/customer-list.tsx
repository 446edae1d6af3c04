import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card } from '../../components/card';
import { DataTable, type DataColumn } from '../../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Moment } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount, formatMoney } from '../../format/numbers';
import { ACCOUNT_STATUS_LABELS } from '../../format/names';

type Account = Schemas['Account'];

/** Accounts of one request. */
const PAGE_SIZE = 500;

/** The accounts of the workspace. The API lists them by their last change, the oldest first. */
export function CustomerList() {
  // One cursor for each loaded page; the first page has none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [earlier, setEarlier] = useState<readonly Account[]>([]);
  const cursor = cursors.at(-1);
  const request = apiRequest(
    '/api/v1/accounts',
    {},
    { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) },
  );
  const { data, error, isLoading, reload, stop } = useQuery(request);
  const page = isLoading ? [] : (data?.accounts ?? []);
  // An account that changes moves to a later page.
  const accounts = [...new Map([...earlier, ...page].map((account) => [account.id, account])).values()];
  const nextCursor = isLoading ? null : (data?.nextCursor ?? null);
  return (
    <Card
      title="Accounts"
      wide
      actions={<ExportButtons title="Accounts" url={request.url} table={data && tableOf(accounts)} />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {accounts.length > 0 && (
        <DataTable
          label="Accounts"
          rows={accounts}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          order={{ label: 'Revenue', isDescending: true }}
          search={{
            label: 'Search the loaded accounts',
            textsOf: ({ userId, company, plan, channel, source, campaign }) => [
              ...[userId, company, plan, channel, source, campaign],
            ],
          }}
        />
      )}
      {isLoading && !error && <LoadingState label="Loading accounts" onStop={stop} />}
      {data && !isLoading && accounts.length === 0 && (
        <EmptyState title="No customers yet" action={{ href: '/setup', label: 'Set up' }}>
          Your server creates accounts with identify calls, usually at signup.
        </EmptyState>
      )}
      {nextCursor !== null && (
        <p class="fine">
          {`Sorted among the ${formatCount(accounts.length)} loaded accounts, which changed least recently. Others may have more revenue.`}
        </p>
      )}
      {nextCursor !== null && (
        <p class="after">
          <button
            type="button"
            class="button"
            onClick={() => {
              setEarlier(accounts);
              setCursors([...cursors, nextCursor]);
            }}
          >
            Load more
          </button>
        </p>
      )}
    </Card>
  );
}

const COLUMNS: readonly DataColumn<Account>[] = [
  {
    label: 'Account',
    cell: ({ id, userId }) => <a href={`/customers/${id}`}>{userId ?? `Account ${id}`}</a>,
    sortBy: ({ id, userId }) => userId ?? `Account ${id}`,
  },
  { label: 'Company', cell: ({ company }) => company ?? '–', sortBy: ({ company }) => company },
  { label: 'Plan', cell: ({ plan }) => plan ?? '–', sortBy: ({ plan }) => plan },
  {
    label: 'Channel',
    cell: ({ channel, status }) => channel ?? ACCOUNT_STATUS_LABELS[status],
    sortBy: ({ channel }) => channel,
  },
  { label: 'Source', cell: ({ source }) => source ?? '–', sortBy: ({ source }) => source },
  {
    label: 'Identified',
    cell: ({ identifiedAt }) => <Moment at={identifiedAt} />,
    sortBy: ({ identifiedAt }) => Date.parse(identifiedAt),
  },
  {
    label: 'Revenue',
    isNumber: true,
    cell: ({ revenue }) =>
      revenue.length === 0
        ? '–'
        : revenue.map(({ currency, net }) => <div key={currency}>{formatMoney(net, currency)}</div>),
    sortBy: ({ revenue: [first] }) => first && Number(first.net),
  },
];

const tableOf = (accounts: readonly Account[]) => ({
  columns: ['Id', 'User id', 'Company', 'Plan', 'Channel', 'Source', 'Campaign', 'Identified', 'Revenue'],
  rows: accounts.map(({ id, userId, company, plan, channel, source, campaign, identifiedAt, revenue }) => [
    ...[id, userId, company, plan, channel, source, campaign, identifiedAt],
    revenue.map(({ net, currency }) => `${net} ${currency}`).join(', '),
  ]),
});
