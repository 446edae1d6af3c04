import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useQuery, useMutation } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card, Tabs } from '../../components/card';
import { DataTable } from '../../components/data-table';
import { Form } from '../../components/forms';
import { SiteNames } from '../../components/site-names';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatChannel } from '../../format/names';
import { formatCount, formatDecimal } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { TimezonePicker, ViewControls } from '../../shell/view-controls';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { FILTER_KEYS, filterQuery, IDENTIFIED, IN_RANGE, windowQuery } from '../../view/view';
import { AccountRecord } from './account-record';
import { CustomerList } from './customer-list';

/** The accounts that match the filters, the attribution of single accounts, and revenue of companies. */
export function CustomersPage() {
  const { view, search, hrefWith } = useView();
  const isInRange = search.get(IDENTIFIED) === IN_RANGE;
  const selection = isInRange ? windowQuery(view) : filterQuery(view.filters);
  return (
    <WorkspacePage
      title={t('Customers')}
      lead={t('First-touch channel and revenue of each account, to date.')}
      actions={isInRange && <TimezonePicker />}
    >
      <SiteNames>
        <ViewControls
          hasRange={isInRange}
          hasComparison={false}
          hasGrain={false}
          filterKeys={FILTER_KEYS.customers}
        />
      </SiteNames>
      <div class="grid grid-beside">
        <CustomerList
          key={JSON.stringify(selection)}
          selection={selection}
          tabs={
            <Tabs
              label={t('Identified')}
              chosen={isInRange ? IN_RANGE : ''}
              tabs={[
                { id: '', label: t('All customers'), href: hrefWith(IDENTIFIED, undefined) },
                {
                  id: IN_RANGE,
                  label: t('Identified in the time range'),
                  href: hrefWith(IDENTIFIED, IN_RANGE),
                },
              ]}
            />
          }
        />
        <LookupCard />
        <CompaniesCard />
      </div>
    </WorkspacePage>
  );
}

/** Looks up one account. The email address is sent only in the request body, never in a URL. */
function LookupCard() {
  const [account, setAccount] = useState('');
  const [record, setRecord] = useState<Schemas['AccountAttribution']>();
  const { write, isBusy, error } = useMutation();
  const lookUp = async () => {
    const body = account.includes('@') ? { email: account.trim() } : { user_id: account.trim() };
    setRecord(
      await write<Schemas['AccountAttribution']>('/api/v1/attribution/lookup', {
        method: 'POST',
        body,
        reloads: false,
      }),
    );
  };
  return (
    <Card title={t('Look up an account')} wide>
      <Form submit={t('Look up')} isBusy={isBusy} error={error} onSubmit={lookUp}>
        <label class="field">
          {t('Email address or your own user id')}
          <input
            required
            autoComplete="off"
            value={account}
            onInput={({ currentTarget: { value } }) => setAccount(value)}
          />
          <span class="hint">{t('Email addresses are hashed on arrival and never stored.')}</span>
        </label>
      </Form>
      <div aria-live="polite">{record && <AccountRecord record={record} />}</div>
    </Card>
  );
}

/** The companies with the highest MRR. */
function CompaniesCard() {
  const request = apiRequest('/api/v1/companies', {}, { limit: 100 });
  const { data, error, isLoading, reload, stop } = useQuery(request);
  return (
    <Card
      title={t('Companies')}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={t('Companies')}
          url={request.url}
          table={
            data && {
              columns: [t('Company'), t('Accounts'), t('MRR'), t('First channel')],
              rows: data.companies.map(({ company, accounts, mrr, channel }) => [
                company,
                accounts,
                mrr,
                channel ?? null,
              ]),
            }
          }
        />
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading companies')} onStop={stop} />}
      {data?.companies.length === 0 && (
        <EmptyState title={t('No companies yet')}>
          {t('Send a company with your identify calls to group accounts.')}
        </EmptyState>
      )}
      {data && data.companies.length > 0 && (
        <>
          <DataTable
            label={t('Companies')}
            rows={data.companies}
            keyOf={({ company }) => company}
            columns={[
              { label: t('Company'), cell: ({ company }) => company },
              { label: t('First channel'), cell: ({ channel }) => (channel ? formatChannel(channel) : '–') },
              { label: t('Accounts'), cell: ({ accounts }) => formatCount(accounts), isNumber: true },
              { label: t('MRR'), cell: ({ mrr }) => formatDecimal(mrr), isNumber: true },
            ]}
          />
          {data.total > data.companies.length && (
            <p class="fine">
              {t('{count} companies in total. This list shows those with the highest MRR.', {
                count: data.total,
              })}
            </p>
          )}
        </>
      )}
    </Card>
  );
}
