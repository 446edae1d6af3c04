import type { FilterOperator } from '@headwater/protos/vocabulary';
import { Icon } from '../components/icon';
import { useFormatKey } from '../components/site-names';
import { formatDimension } from '../format/names';
import { t } from '../strings/text';
import { useView } from '../view/use-view';
import { toggleFilter } from '../view/view';

/** Labels of the operators, for texts such as `Country is not Germany`. */
export const OPERATOR_WORDS: Readonly<Record<FilterOperator, string>> = {
  is: t('is'),
  is_not: t('is not'),
  contains: t('contains'),
  contains_not: t('does not contain'),
  starts_with: t('starts with'),
};

/** The active filters with buttons to remove them. */
export function FilterBar() {
  const { view, href } = useView();
  const formatKey = useFormatKey();
  if (view.filters.length === 0) return null;
  return (
    <ul class="filters" aria-label={t('Filters')}>
      {view.filters.map((filter) => (
        <li key={`${filter.key} ${filter.operator} ${filter.value}`}>
          <a
            class="filter"
            href={href({ filters: toggleFilter(view.filters, filter) })}
            aria-label={t('Remove the filter: {filter}', {
              filter: `${formatDimension(filter.key)} ${OPERATOR_WORDS[filter.operator]} ${formatKey(filter.key, filter.value)}`,
            })}
          >
            <span class="filter-key">
              {formatDimension(filter.key)} {OPERATOR_WORDS[filter.operator]}
            </span>{' '}
            <span class="filter-value">{formatKey(filter.key, filter.value)}</span>
            <Icon name="close" />
          </a>
        </li>
      ))}
      {view.filters.length > 1 && (
        <li>
          <a class="filter-clear" href={href({ filters: [] })}>
            {t('Clear all')}
          </a>
        </li>
      )}
    </ul>
  );
}
