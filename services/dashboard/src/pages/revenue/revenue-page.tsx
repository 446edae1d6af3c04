import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Tabs } from '../../components/tabs';
import { ViewControls } from '../../shell/view-controls';
import { WorkspacePage } from '../../shell/workspace-page';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { grainOf } from '../../view/window';
import { CurrencyCard } from './currency-card';
import { NewMrrCard } from './new-mrr-card';
import { revenueDimension } from './revenue-dimensions';

/** What the channels earn: payments credited to the channel that first brought the account. */
export function RevenuePage() {
  return (
    <WorkspacePage
      title="Revenue"
      lead="Credited to the channel that first brought each customer. Currencies are never added up."
    >
      <ViewControls siteTimezone="UTC" whose="default" hasComparison={false} />
      <Revenue />
    </WorkspacePage>
  );
}

function Revenue() {
  const { view, search, hrefWith } = useView();
  const { key: dimension } = revenueDimension(search.get('by'));
  const grain = grainOf(view);
  const asked = question('/api/v1/revenue', {}, { ...windowQuery(view), grain, dimension, limit: 25 });
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
        <CurrencyCard
          revenue={revenue}
          sums={chosen}
          pending={pending.find(({ currency }) => currency === chosen.currency)}
          url={asked.url}
          isLoading={isLoading}
        />
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
