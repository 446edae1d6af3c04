import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest, type FilterQuery } from '../../api/request';
import { Card } from '../../components/card';
import { useColumns } from '../../components/columns';
import { DataTable, type DataColumn } from '../../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Moment } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { formatMoney } from '../../format/numbers';
import { ACCOUNT_STATUS_LABELS, formatChannel } from '../../format/names';
import { t } from '../../strings/text';

type Account = Schemas['Account'];

/** The page without filters and time range. */
const ALL = '/customers';

/** Accounts of one request. */
const PAGE_SIZE = 500;

interface Props {
  /** Filters and time range, as parameters of the API. */
  readonly selection: FilterQuery;
  readonly tabs: ComponentChildren;
}

/**
 * The accounts of the workspace. The API lists all by their last change, the oldest first, and those of a selection by their age, the
 * newest first.
 */
export function CustomerList({ selection, tabs }: Props) {
  const isSelected = Object.keys(selection).length > 0;
  // One cursor for each loaded page; the first page has none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [earlier, setEarlier] = useState<readonly Account[]>([]);
  const cursor = cursors.at(-1);
  const request = apiRequest(
    '/api/v1/accounts',
    {},
    { ...selection, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) },
  );
  const { data, error, isLoading, reload, stop } = useQuery(request);
  const page = isLoading ? [] : (data?.accounts ?? []);
  // An account that changes moves to a later page.
  const accounts = [...new Map([...earlier, ...page].map((account) => [account.id, account])).values()];
  const nextCursor = isLoading ? null : (data?.nextCursor ?? null);
  const { shown, menu } = useColumns('customers', COLUMNS);
  return (
    <Card
      title={t('Accounts')}
      wide
      actions={
        <div class="tools">
          {menu}
          <ExportButtons title={t('Accounts')} url={request.url} table={data && tableOf(accounts)} />
        </div>
      }
    >
      {tabs}
      {error && <ErrorState error={error} onRetry={reload} />}
      {accounts.length > 0 && (
        <DataTable
          label={t('Accounts')}
          rows={accounts}
          keyOf={({ id }) => id}
          columns={shown}
          order={{ label: t('Revenue'), isDescending: true }}
          search={{
            label: t('Search the loaded accounts'),
            textsOf: ({ userId, company, plan, channel, source, campaign }) => [
              ...[userId, company, plan, channel, source, campaign],
            ],
          }}
        />
      )}
      {isLoading && !error && <LoadingState label={t('Loading accounts')} onStop={stop} />}
      {data && !isLoading && accounts.length === 0 && isSelected && (
        <EmptyState title={t('No customers match')} action={{ href: ALL, label: t('All customers') }} />
      )}
      {data && !isLoading && accounts.length === 0 && !isSelected && (
        <EmptyState title={t('No customers yet')} action={{ href: '/setup', label: t('Set up') }}>
          {t('Your server creates accounts with identify calls, usually at signup.')}
        </EmptyState>
      )}
      {nextCursor !== null && (
        <p class="fine">
          {isSelected
            ? t('Sorted among the {count} newest accounts. Older ones may have more revenue.', {
                count: accounts.length,
              })
            : t(
                'Sorted among the {count} loaded accounts, which changed least recently. Others may have more revenue.',
                { count: accounts.length },
              )}
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
            {t('Load more')}
          </button>
        </p>
      )}
    </Card>
  );
}

const COLUMNS: readonly DataColumn<Account>[] = [
  {
    label: t('Account'),
    cell: ({ id, userId }) => (
      <a href={`/customers/${id}`}>{userId ?? t('Account {id}', { id: String(id) })}</a>
    ),
    sortBy: ({ id, userId }) => userId ?? t('Account {id}', { id: String(id) }),
  },
  { label: t('Company'), cell: ({ company }) => company ?? '–', sortBy: ({ company }) => company },
  { label: t('Plan'), cell: ({ plan }) => plan ?? '–', sortBy: ({ plan }) => plan },
  {
    label: t('Channel'),
    cell: ({ channel, status }) => (channel ? formatChannel(channel) : ACCOUNT_STATUS_LABELS[status]),
    sortBy: ({ channel }) => channel,
  },
  { label: t('Source'), cell: ({ source }) => source ?? '–', sortBy: ({ source }) => source },
  { label: t('Campaign'), cell: ({ campaign }) => campaign || '–', sortBy: ({ campaign }) => campaign },
  {
    label: t('Identified'),
    cell: ({ identifiedAt }) => <Moment at={identifiedAt} />,
    sortBy: ({ identifiedAt }) => Date.parse(identifiedAt),
  },
  {
    label: t('Revenue'),
    isNumber: true,
    cell: ({ revenue }) =>
      revenue.length === 0
        ? '–'
        : revenue.map(({ currency, net }) => <div key={currency}>{formatMoney(net, currency)}</div>),
    sortBy: ({ revenue: [first] }) => first && Number(first.net),
  },
];

const tableOf = (accounts: readonly Account[]) => ({
  columns: [
    t('Id'),
    t('User id'),
    t('Company'),
    t('Plan'),
    t('Channel'),
    t('Source'),
    t('Campaign'),
    t('Identified'),
    t('Revenue'),
  ],
  rows: accounts.map(({ id, userId, company, plan, channel, source, campaign, identifiedAt, revenue }) => [
    ...[id, userId, company, plan, channel, source, campaign, identifiedAt],
    revenue.map(({ net, currency }) => `${net} ${currency}`).join(', '),
  ]),
});
