import { EmptyState } from '../components/states';
import { WorkspacePage } from '../shell/page';

/** Shown at a path without a page. */
export function NotFoundPage() {
  return (
    <WorkspacePage title="Page not found">
      <EmptyState title="No page has this address" action={{ href: '/', label: 'See all sites' }}>
        The link may be outdated or incomplete.
      </EmptyState>
    </WorkspacePage>
  );
}
