import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { MOST_ROWS } from '../../components/all-rows';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Tabs } from '../../components/tabs';
import { TimezonePicker } from '../../shell/timezone-picker';
import { ViewControls } from '../../shell/view-controls';
import { WorkspacePage } from '../../shell/workspace-page';
import { FILTER_KEYS } from '../../view/filter-keys';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { grainOf } from '../../view/window';
import { CurrencyCard } from './currency-card';
import { NewMrrCard } from './new-mrr-card';
import { RevenueBreakdown } from './revenue-breakdown';
import { revenueDimension } from './revenue-dimensions';

/** How many rows the breakdown shows. */
const ROWS = 10;

/** What the channels earn: payments credited to the channel that first brought the account. */
export function RevenuePage() {
  return (
    <WorkspacePage
      title="Revenue"
      lead="Credited to the channel that first brought each customer. Currencies are never added up."
      actions={<TimezonePicker siteTimezone="UTC" whose="default" />}
    >
      <ViewControls hasComparison={false} filterKeys={FILTER_KEYS.revenue} />
      <Revenue />
    </WorkspacePage>
  );
}

function Revenue() {
  const { view, search, hrefWith } = useView();
  const { key: dimension } = revenueDimension(search.get('by'));
  const grain = grainOf(view);
  const ask = (limit: number) =>
    question('/api/v1/revenue', {}, { ...windowQuery(view), grain, dimension, limit });
  const asked = ask(ROWS);
  const { data: revenue, error, isLoading, reload } = useAnswer(asked);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!revenue) return <LoadingState label="Adding up" />;
  const { currencies, pending } = revenue.data;
  const chosen = currencies.find(({ currency }) => currency === search.get('currency')) ?? currencies[0];
  return (
    <div class="grid">
      {currencies.length > 1 && (
        <div class="card-wide">
          <Tabs
            label="Currency"
            chosen={chosen?.currency ?? ''}
            tabs={currencies.map(({ currency }) => ({
              id: currency,
              label: currency,
              href: hrefWith('currency', currency),
            }))}
          />
        </div>
      )}
      {chosen ? (
        <>
          <CurrencyCard
            revenue={revenue}
            sums={chosen}
            pending={pending.find(({ currency }) => currency === chosen.currency)}
            url={asked.url}
            isLoading={isLoading}
          />
          <RevenueBreakdown
            revenue={revenue}
            sums={chosen}
            asked={asked}
            {...(chosen.breakdown.length >= ROWS ? { askedAll: ask(MOST_ROWS) } : {})}
            isLoading={isLoading}
          />
        </>
      ) : (
        <div class="card card-wide">
          <EmptyState
            title="No payments in this window"
            action={{ href: '/docs#recordPayment', label: 'How to send payments' }}
          >
            Your server posts each payment once, or Stripe does by its webhook.
          </EmptyState>
        </div>
      )}
      <NewMrrCard rows={revenue.data.newMrr} url={asked.url} />
    </div>
  );
}
