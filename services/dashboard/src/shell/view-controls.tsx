import { RangePicker } from './range-picker';
import { FilterBar } from './filter-bar';
import { TimezonePicker } from './timezone-picker';
import { useView } from '../view/use-view';
import { daysOf, grainOf, grainsFor } from '../view/window';
import { COMPARISONS, GRAINS, type Comparison, type Grain } from '../view/view';

interface Props {
  readonly siteTimezone: string;
  readonly hasComparison?: boolean;
  /** False where nothing is shown by time. */
  readonly hasGrain?: boolean;
  /** Whose the time zone is, in a word. */
  readonly whose?: string;
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

/** Window, grain, comparison, time zone and filters: each a part of the page's address. */
export function ViewControls({ siteTimezone, hasComparison = true, hasGrain = true, whose }: Props) {
  const { view, show } = useView();
  const grains = grainsFor(daysOf(view.window));
  return (
    <div class="controls" role="group" aria-label="What is shown">
      <div class="controls-row">
        <RangePicker />
        <span class="controls-space" />
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
        <TimezonePicker siteTimezone={siteTimezone} {...(whose === undefined ? {} : { whose })} />
      </div>
      <FilterBar />
    </div>
  );
}
