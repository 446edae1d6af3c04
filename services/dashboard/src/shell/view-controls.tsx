import { COMPARISONS, GRAINS, type Comparison, type Grain } from '@headwater/protos/vocabulary';
import type { FilterKeys } from '../view/filter-keys';
import { useView } from '../view/use-view';
import { daysOf, grainOf, grainsFor } from '../view/window';
import { AddFilter } from './filters/add-filter';
import { FilterBar } from './filters/filter-bar';
import { RangePicker } from './range-picker';

interface Props {
  readonly hasComparison?: boolean;
  /** False where nothing is shown by time. */
  readonly hasGrain?: boolean;
  /** Left out where nothing is filtered. */
  readonly filterKeys?: FilterKeys;
  /** Left out on pages of the workspace. */
  readonly siteId?: number;
}

const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
  previous_period: 'Previous period',
  previous_year: 'Previous year',
};
const GRAIN_LABELS: Readonly<Record<Grain, string>> = {
  hour: 'By hour',
  day: 'By day',
  week: 'By week',
  month: 'By month',
};

/** Window, grain, comparison and filters: each a part of the page's address. */
export function ViewControls(props: Props) {
  const { hasComparison = true, hasGrain = true, filterKeys, siteId } = props;
  const { view, show } = useView();
  const grains = grainsFor(daysOf(view.window));
  return (
    <div class="controls" role="group" aria-label="What is shown">
      <div class="controls-row">
        <RangePicker />
        <span class="controls-space" />
        {filterKeys && <AddFilter filterKeys={filterKeys} siteId={siteId} />}
        {hasGrain && (
          <label class="select">
            <span class="sr-only">Grain</span>
            <select
              value={grainOf(view)}
              onChange={({ currentTarget: { value } }) =>
                show({ grain: GRAINS.find((grain) => grain === value) })
              }
            >
              {grains.map((grain) => (
                <option key={grain} value={grain}>
                  {GRAIN_LABELS[grain]}
                </option>
              ))}
            </select>
          </label>
        )}
        {hasComparison && (
          <label class="select">
            <span class="sr-only">Compare with</span>
            <select
              value={view.compare ?? ''}
              onChange={({ currentTarget: { value } }) =>
                show({ compare: COMPARISONS.find((comparison) => comparison === value) })
              }
            >
              <option value="">No comparison</option>
              {COMPARISONS.map((comparison) => (
                <option key={comparison} value={comparison}>
                  {COMPARISON_LABELS[comparison]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {filterKeys && <FilterBar />}
    </div>
  );
}
