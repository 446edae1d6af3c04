import { useState } from 'preact/hooks';
import { useAccess } from '../../api/fetch-json';
import { useQuery, useMutation } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, useSession } from '../../api/session';
import { DialogButton, Form } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { SitePage } from '../../shell/page';
import { t } from '../../strings/text';
import { GoalCard } from './goal-card';
import { EMPTY_DRAFT, GoalFields, newGoal } from './goal-fields';

/** The goals of a site with their conversions. */
export function GoalsPage() {
  return (
    <SitePage title={t('Goals')} controls="window">
      {(site) => <Goals site={site} />}
    </SitePage>
  );
}

function Goals({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const session = useSession();
  const mayChange = useAccess().mayWrite && may(session, 'sites:write');
  const { data, error, reload, stop } = useQuery(apiRequest('/api/v1/sites/{id}/goals', { id: site.id }));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label={t('Loading goals')} onStop={stop} />;
  return (
    <>
      {mayChange && (
        <div class="page-actions">
          <CreateGoal siteId={site.id} />
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

interface Props {
  readonly siteId: number;
}

/** A button that opens the form for a goal. */
function CreateGoal(props: Props) {
  return (
    <DialogButton label={t('New goal')} icon="plus" title={t('New goal')} variant="primary">
      {(close) => <GoalForm {...props} close={close} />}
    </DialogButton>
  );
}

function GoalForm({ siteId, close }: Props & { readonly close: () => void }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { write, isBusy, error } = useMutation();
  return (
    <Form
      submit={t('Create goal')}
      isBusy={isBusy}
      error={error}
      onCancel={close}
      onSubmit={async () => {
        const url = `/api/v1/sites/${siteId}/goals`;
        if ((await write<object>(url, { method: 'POST', body: newGoal(draft) })) === undefined) return;
        close();
      }}
    >
      <GoalFields draft={draft} onChange={setDraft} />
    </Form>
  );
}
