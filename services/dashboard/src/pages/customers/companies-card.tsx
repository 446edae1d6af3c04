import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Card } from '../../components/card';
import { DataTable } from '../../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatDecimal } from '../../format/money';
import { formatCount } from '../../format/numbers';

/** The customer's own companies, by what they are worth. */
export function CompaniesCard() {
  const asked = question('/api/v1/companies', {}, { limit: 100 });
  const { data, error, isLoading, reload } = useAnswer(asked);
  return (
    <Card
      title="Companies"
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title="Companies"
          url={asked.url}
          table={
            data && {
              columns: ['Company', 'Accounts', 'MRR', 'First channel'],
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
      {!data && !error && <LoadingState label="Loading companies" />}
      {data?.companies.length === 0 && (
        <EmptyState title="No companies yet">
          Send a company with your identify calls, and its accounts are grouped.
        </EmptyState>
      )}
      {data && data.companies.length > 0 && (
        <>
          <DataTable
            label="Companies"
            rows={data.companies}
            keyOf={({ company }) => company}
            columns={[
              { label: 'Company', cell: ({ company }) => company },
              { label: 'First channel', cell: ({ channel }) => channel ?? '–' },
              { label: 'Accounts', cell: ({ accounts }) => formatCount(accounts), isNumber: true },
              { label: 'MRR', cell: ({ mrr }) => formatDecimal(mrr), isNumber: true },
            ]}
          />
          {data.total > data.companies.length && (
            <p class="fine">{`${formatCount(data.total)} companies in all; these are the first.`}</p>
          )}
        </>
      )}
    </Card>
  );
}
