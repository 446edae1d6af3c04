import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { OPENED, readView, toggleFilter, urlOf, writeView, type View } from './view';

/** The view in the URL, and links to other views. */
interface ViewInAddress {
  readonly view: View;
  /** The query string, for parameters of the page. */
  readonly search: URLSearchParams;
  /** The URL with a part of the view changed. */
  readonly href: (change: Partial<View>) => string;
  /** Navigates to the URL with a part of the view changed. */
  readonly show: (change: Partial<View>) => void;
  /** The URL with one parameter of the page changed or removed. */
  readonly hrefWith: (name: string, value: string | undefined) => string;
}

/** Reads the view from the URL. The URL holds all state of a page, so that every view can be shared. */
export function useView(): ViewInAddress {
  const { url, path, route } = useLocation();
  return useMemo(() => {
    const search = new URLSearchParams(new URL(url, location.origin).search);
    const view = readView(search);
    const at = (query: URLSearchParams) => urlOf(path, query);
    const href = (change: Partial<View>) => at(writeView(search, { ...view, ...change }));
    return {
      view,
      search,
      href,
      show: (change) => route(href(change)),
      hrefWith: (name, value) => {
        const query = new URLSearchParams(search);
        query.delete(OPENED);
        if (value === undefined) query.delete(name);
        else query.set(name, value);
        return at(query);
      },
    };
  }, [url]);
}

/** Links of the keys of a breakdown: a click adds the filter, a second click removes it. */
export function useFilterLinks(dimension: string) {
  const { view, href } = useView();
  return {
    href: (key: string) =>
      href({ filters: toggleFilter(view.filters, { key: dimension, operator: 'is', value: key }) }),
    isChosen: (key: string) =>
      view.filters.some(
        (filter) => filter.key === dimension && filter.operator === 'is' && filter.value === key,
      ),
  };
}
