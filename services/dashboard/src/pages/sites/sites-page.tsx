import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { WorkspacePage } from '../../shell/workspace-page';

/** All sites of the workspace. */
export function SitesPage() {
  const { data, error, reload } = useAnswer(question('/api/v1/sites', {}));
  return (
    <WorkspacePage title="Sites">
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label="Loading sites" />}
      {data?.sites.length === 0 && <EmptyState title="No site yet" />}
      <ul class="site-list">
        {data?.sites.map((site) => (
          <li key={site.id}>
            <a href={`/sites/${site.id}`}>{site.name}</a>
          </li>
        ))}
      </ul>
    </WorkspacePage>
  );
}
