import { EmptyState } from '../components/states';
import { WorkspacePage } from '../shell/workspace-page';

/** For an address that nothing is at. */
export function NotFoundPage() {
  return (
    <WorkspacePage title="Nothing here">
      <EmptyState title="There is no page at this address" action={{ href: '/', label: 'See all sites' }}>
        The link may be old, or a letter of it is missing.
      </EmptyState>
    </WorkspacePage>
  );
}
