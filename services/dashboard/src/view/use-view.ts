import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { OPENED, readView, writeView, type View } from './view';

/** The view in the address, and how to get to another. */
export interface ViewInAddress {
  readonly view: View;
  /** The query as it stands, for what a page keeps there beside the view. */
  readonly search: URLSearchParams;
  /** The address with a part of the view changed: for links. */
  readonly href: (change: Partial<View>) => string;
  /** Goes there. */
  readonly show: (change: Partial<View>) => void;
  /** The address with one parameter of a page's own changed, or without it. */
  readonly hrefWith: (name: string, value: string | undefined) => string;
}

/** The state of a page is its address, so that every view can be shared. */
export function useView(): ViewInAddress {
  const { url, path, route } = useLocation();
  return useMemo(() => {
    const search = new URLSearchParams(new URL(url, location.origin).search);
    const view = readView(search);
    const at = (query: URLSearchParams) => addressOf(path, query);
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

/** Path and query, with the brackets of filters as people read them. */
function addressOf(path: string, query: URLSearchParams): string {
  const search = query.toString().replaceAll('%5B', '[').replaceAll('%5D', ']');
  return search === '' ? path : `${path}?${search}`;
}
