import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { useMay } from '../../api/session';
import { DialogButton } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { SitePage } from '../../shell/page';
import { t } from '../../strings/text';
import { GoalCard } from './goal-card';
import { GoalForm } from './goal-form';

/** The goals of a site with their conversions. */
export function GoalsPage() {
  return <SitePage title={t('Goals')} controls="window" ahead={(site) => <Goals site={site} />} />;
}

function Goals({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const mayChange = useMay('sites:write');
  const { data, error, reload, stop } = useQuery(apiRequest('/api/v1/sites/{id}/goals', { id: site.id }));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label={t('Loading goals')} onStop={stop} />;
  return (
    <>
      {mayChange && (
        <div class="page-actions">
          <DialogButton label={t('New goal')} icon="plus" title={t('New goal')} variant="primary">
            {(close) => <GoalForm siteId={site.id} close={close} />}
          </DialogButton>
        </div>
      )}
      {data.goals.length === 0 && (
        <EmptyState title={t('No goals yet')}>
          {t('A goal counts visitors who send an event or view a page, and their share of all visitors.')}
        </EmptyState>
      )}
      <div class="grid">
        {data.goals.map((goal) => (
          <GoalCard key={goal.id} site={site} goal={goal} mayChange={mayChange} />
        ))}
      </div>
    </>
  );
}
