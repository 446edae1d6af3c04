import { useAccess } from '../api/fetch-json';
import { useView } from './use-view';
import type { Filter, View } from './view';

/** Keys of reports of the workspace that a share link can't show: it has one site, and the key of a company may name a person. */
const HIDDEN: readonly string[] = ['site', 'company'];

interface Report {
  /** The view for the requests of the page. */
  readonly view: View;
  /** The filter of a share link by its site; empty for signed-in users. */
  readonly siteFilter: readonly Filter[];
  /** Whether the page can show a dimension. */
  readonly shows: (dimension: string) => boolean;
}

/** The view of a report of the workspace. A share link shows the numbers of its site. */
export function useReport(): Report {
  const { shared } = useAccess();
  const { view } = useView();
  if (!shared) return { view, siteFilter: [], shows: () => true };
  const shows = (dimension: string) => !HIDDEN.includes(dimension);
  const siteFilter = [{ key: 'site', operator: 'is', value: String(shared.site.id) }] as const;
  const filters = [...view.filters.filter(({ key }) => shows(key)), ...siteFilter];
  return { view: { ...view, filters }, siteFilter, shows };
}
