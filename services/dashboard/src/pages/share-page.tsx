import { EmptyState } from '../components/states';

/** What a share link shows. */
export function SharePage({ slug }: { readonly slug: string }) {
  return <EmptyState title={`Shared: ${slug}`} />;
}
