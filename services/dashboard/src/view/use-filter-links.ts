import { useView } from './use-view';
import { toggleFilter } from './view';

/** For the rows of a breakdown: a click on a key filters the page by it, another takes the filter off. */
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
