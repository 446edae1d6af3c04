import { COMPARISONS, GRAINS, type Grain } from '@headwater/protos/vocabulary';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon';
import { t } from '../strings/text';
import { useShownControls } from '../view/shown-controls';
import { useView } from '../view/use-view';
import { COMPARISON_LABELS, RANGE_PRESETS, type FilterKeys } from '../view/view';
import { addDays, daysOf, grainOf, grainsFor } from '../view/window';
import { FilterBar } from './filter-bar';
import { AddFilter } from './filter-form';

interface ViewControlsProps {
  readonly hasComparison?: boolean;
  /** False on pages without time series. */
  readonly hasGrain?: boolean;
  /** Omitted on pages without filters. */
  readonly filterKeys?: FilterKeys;
  /** Omitted on pages of the workspace. */
  readonly siteId?: number;
}

const GRAIN_LABELS: Readonly<Record<Grain, string>> = {
  hour: t('By hour'),
  day: t('By day'),
  week: t('By week'),
  month: t('By month'),
};

/** Time range, grain, comparison and filters; all are part of the URL. */
export function ViewControls(props: ViewControlsProps) {
  const { hasComparison = true, hasGrain = true, filterKeys, siteId } = props;
  const { view, show } = useView();
  useShownControls(hasComparison ? ['range', 'comparison'] : ['range']);
  const grains = grainsFor(daysOf(view.window));
  return (
    <div class="controls" role="group" aria-label={t('View')}>
      <div class="controls-row">
        <RangePicker />
        <span class="controls-space" />
        {filterKeys && <AddFilter filterKeys={filterKeys} siteId={siteId} />}
        {hasGrain && (
          <label class="select">
            <span class="sr-only">{t('Grain')}</span>
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
            <span class="sr-only">{t('Compare with')}</span>
            <select
              value={view.compare ?? ''}
              onChange={({ currentTarget: { value } }) =>
                show({ compare: COMPARISONS.find((comparison) => comparison === value) })
              }
            >
              <option value="">{t('No comparison')}</option>
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

/** Presets as links, and a custom time range. */
function RangePicker() {
  const { view, href } = useView();
  const { window } = view;
  return (
    <div class="segments" role="group" aria-label={t('Time range')}>
      {RANGE_PRESETS.map(({ range, label }) => (
        <a
          key={range}
          class="segment"
          href={href({ window: { range } })}
          aria-current={'range' in window && window.range === range ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
      <CustomRange />
    </div>
  );
}

function CustomRange() {
  const { view, show } = useView();
  const { window } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const today = new Date().toISOString().slice(0, 10);
  const [from, setFrom] = useState('from' in window ? window.from : addDays(today, -29));
  const [to, setTo] = useState('to' in window ? window.to : today);
  const isCustom = 'from' in window;
  return (
    <>
      <button
        type="button"
        class="segment"
        aria-current={isCustom ? 'true' : undefined}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {isCustom ? `${window.from} – ${window.to}` : t('Custom')}
      </button>
      <dialog ref={dialog} class="dialog dialog-small" aria-label={t('Custom time range')}>
        <form
          method="dialog"
          onSubmit={() =>
            from !== '' && to !== '' && show({ window: from <= to ? { from, to } : { from: to, to: from } })
          }
        >
          <h2>{t('Time range')}</h2>
          <div class="fields">
            <label class="field">
              {t('First day')}
              <input
                type="date"
                required
                value={from}
                onInput={(event) => setFrom(event.currentTarget.value)}
              />
            </label>
            <label class="field">
              {t('Last day')}
              <input type="date" required value={to} onInput={(event) => setTo(event.currentTarget.value)} />
            </label>
          </div>
          <div class="dialog-actions">
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              {t('Cancel')}
            </button>
            <button type="submit" class="button button-primary">
              {t('Show')}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

interface TimezonePickerProps {
  readonly siteTimezone: string;
  /** Describes `siteTimezone` in one word. */
  readonly whose?: string;
}

/** The time zone of days and buckets: that of the site, or the one in the URL. */
export function TimezonePicker({ siteTimezone, whose = t('site') }: TimezonePickerProps) {
  const { view, show } = useView();
  const own = Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  const near = [...new Set([siteTimezone, own, 'UTC', ...(view.timezone ? [view.timezone] : [])])];
  const all = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  return (
    <label class="select select-zone">
      <Icon name="clock" />
      <span class="sr-only">{t('Time zone')}</span>
      <select
        value={view.timezone ?? siteTimezone}
        onChange={({ currentTarget: { value } }) =>
          show({ timezone: value === siteTimezone ? undefined : value })
        }
      >
        {near.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
            {zone === siteTimezone ? ` (${whose})` : zone === own ? ` (${t('yours')})` : ''}
          </option>
        ))}
        <optgroup label={t('All time zones')}>
          {all
            .filter((zone) => !near.includes(zone))
            .map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
        </optgroup>
      </select>
    </label>
  );
}
