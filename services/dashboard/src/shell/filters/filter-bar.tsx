import { Icon } from '../../components/icon';
import { formatDimension, formatKey } from '../../format/names';
import { useView } from '../../view/use-view';
import { toggleFilter, type Filter } from '../../view/view';
import { OPERATOR_WORDS } from './conditions';

const inWords = ({ key, operator, value }: Filter): string =>
  `${formatDimension(key)} ${OPERATOR_WORDS[operator]} ${formatKey(key, value)}`;

/** The filters in force, each to be taken off; nothing when there is none. */
export function FilterBar() {
  const { view, href } = useView();
  if (view.filters.length === 0) return null;
  return (
    <ul class="filters" aria-label="Filters">
      {view.filters.map((filter) => (
        <li key={`${filter.key} ${filter.operator} ${filter.value}`}>
          <a
            class="filter"
            href={href({ filters: toggleFilter(view.filters, filter) })}
            aria-label={`Remove the filter: ${inWords(filter)}`}
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
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
