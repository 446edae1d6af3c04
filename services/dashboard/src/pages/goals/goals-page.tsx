import { useAccess } from '../../api/access';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { may, useSession } from '../../shell/session-context';
import { SitePage } from '../../shell/site-page';
import { CreateGoal } from './create-goal';
import { GoalCard } from './goal-card';

/** What a site is for, and how often it comes to that. */
export function GoalsPage() {
  return (
    <SitePage title="Goals" controls="window">
      {(site) => <Goals site={site} />}
    </SitePage>
  );
}

function Goals({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const session = useSession();
  const mayChange = useAccess().mayWrite && may(session, 'sites:write');
  const { data, error, reload } = useAnswer(question('/api/v1/sites/{id}/goals', { id: site.id }));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label="Loading goals" />;
  return (
    <>
      {mayChange && (
        <div class="page-actions">
          <CreateGoal siteId={site.id} onDone={reload} />
        </div>
      )}
      {data.goals.length === 0 && (
        <EmptyState title="No goals yet">
          A goal counts who sends an event or views a page, and how many of all visitors that is.
        </EmptyState>
      )}
      <div class="grid">
        {data.goals.map((goal) => (
          <GoalCard key={goal.id} site={site} goal={goal} mayChange={mayChange} onGone={reload} />
        ))}
      </div>
    </>
  );
}
