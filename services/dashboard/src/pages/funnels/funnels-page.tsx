import { useAccess } from '../../api/access';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { may, useSession } from '../../shell/session-context';
import { SitePage } from '../../shell/site-page';
import { CreateFunnel } from './create-funnel';
import { FunnelCard } from './funnel-card';

/** Ways of several steps, and where visitors leave them. */
export function FunnelsPage() {
  return (
    <SitePage title="Funnels" controls="range">
      {(site) => <Funnels site={site} />}
    </SitePage>
  );
}

function Funnels({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const session = useSession();
  const mayChange = useAccess().mayWrite && may(session, 'sites:write');
  const { data, error, reload } = useAnswer(question('/api/v1/sites/{id}/funnels', { id: site.id }));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label="Loading funnels" />;
  return (
    <>
      {mayChange && (
        <div class="page-actions">
          <CreateFunnel siteId={site.id} onDone={reload} />
        </div>
      )}
      {data.funnels.length === 0 && (
        <EmptyState title="No funnels yet">
          A funnel is two to eight steps, such as pricing, signup, first payment. It shows how many visitors
          take each of them.
        </EmptyState>
      )}
      <div class="grid">
        {data.funnels.map((funnel) => (
          <FunnelCard key={funnel.id} site={site} funnel={funnel} mayChange={mayChange} onGone={reload} />
        ))}
      </div>
    </>
  );
}
