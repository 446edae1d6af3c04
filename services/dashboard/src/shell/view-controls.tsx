import { COMPARISONS, GRAINS, type Grain } from '@headwater/protos/vocabulary';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useContext, useMemo, useState } from 'preact/hooks';
import { may, SessionContext } from '../api/session';
import type { FilterFormProps } from '../commands/filter-form';
import { DialogButton } from '../components/forms';
import { Icon } from '../components/icon';
import { ErrorState } from '../components/states';
import { useLazy } from '../lazy';
import { t } from '../strings/text';
import { usePhone } from '../view/preferences';
import { useShownControls } from '../view/shown-controls';
import { useView } from '../view/use-view';
import { COMPARISON_LABELS, RANGE_PRESETS, type FilterKeys, type View } from '../view/view';
import { daysOf, grainOf, grainsFor } from '../view/window';
import { FilterBar } from './filter-bar';
import { savedPageOf } from './menu';
import { OpenDialogContext } from './shell';

interface ViewControlsProps {
  /** False: the page shows all times. */
  readonly hasRange?: boolean;
  readonly hasComparison?: boolean;
  /** False on pages without time series. */
  readonly hasGrain?: boolean;
  /** Omitted on pages without filters. */
  readonly filterKeys?: FilterKeys;
  /** Omitted on pages of the workspace. */
  readonly siteId?: number;
  /** Of the site. Omitted on pages of the workspace: their default is UTC. */
  readonly timezone?: string;
}

const GRAIN_LABELS: Readonly<Record<Grain, string>> = {
  hour: t('By hour'),
  day: t('By day'),
  week: t('By week'),
  month: t('By month'),
};

/** Time range, grain, comparison and filters; all are part of the URL. */
export function ViewControls(props: ViewControlsProps) {
  const { hasRange = true, hasComparison = true, filterKeys, timezone } = props;
  const { view } = useView();
  const isPhone = usePhone();
  useShownControls([
    ...(hasRange ? (['range'] as const) : []),
    ...(hasComparison ? (['comparison'] as const) : []),
  ]);
  const filters = filterKeys && <FilterBar />;
  return (
    <>
      <ControlGroup summary={hasRange ? summaryOf(view, hasComparison) : t('Filters')}>
        <div class="controls-row">
          <Controls {...props} />
          {isPhone && hasRange && <TimezonePicker siteTimezone={timezone} />}
        </div>
        {filters}
      </ControlGroup>
      {isPhone && filters}
    </>
  );
}

interface ControlGroupProps {
  /** The chosen values. */
  readonly summary: string;
  readonly children: ComponentChildren;
}

/** The controls of a page. On phones, one button opens them in a sheet, with the saved views. */
export function ControlGroup({ summary, children }: ControlGroupProps) {
  if (!usePhone())
    return (
      <div class="controls" role="group" aria-label={t('View')}>
        {children}
      </div>
    );
  return (
    <div class="controls">
      <DialogButton label={summary} icon="settings" title={t('View')} isSheet>
        {(close) => (
          <>
            {children}
            <SavedViewsButton onOpen={close} />
            <button type="button" class="button button-primary" onClick={close}>
              {t('Close')}
            </button>
          </>
        )}
      </DialogButton>
    </div>
  );
}

/** Such as `7 days · Previous period`. */
function summaryOf({ window, compare }: View, hasComparison: boolean): string {
  const range = 'from' in window ? `${window.from} – ${window.to}` : window.range;
  const preset = RANGE_PRESETS.find((each) => each.range === range);
  const comparison = hasComparison && compare ? [COMPARISON_LABELS[compare]] : [];
  return [preset?.label ?? range, ...comparison].join(' · ');
}

function Controls({
  hasRange = true,
  hasComparison = true,
  hasGrain = true,
  filterKeys,
  siteId,
  timezone = 'UTC',
}: ViewControlsProps) {
  const { view, show } = useView();
  const grains = grainsFor(daysOf(view.window));
  return (
    <>
      {hasRange && <RangePicker timezone={timezone} />}
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
    </>
  );
}

/** Opens the saved views, on pages that can be saved. Share links have no session. */
export function SavedViewsButton({ onOpen }: { readonly onOpen?: () => void }) {
  const { path } = useLocation();
  const open = useContext(OpenDialogContext);
  const session = useContext(SessionContext);
  if (!savedPageOf(path) || !session || !may(session, 'stats:read')) return null;
  return (
    <button
      type="button"
      class="button"
      aria-haspopup="dialog"
      onClick={() => {
        onOpen?.();
        open('views');
      }}
    >
      <Icon name="bookmark" />
      {t('Saved views')}
    </button>
  );
}

/** Presets as links, and a custom time range. */
function RangePicker({ timezone }: { readonly timezone: string }) {
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
      <CustomRangeButton timezone={timezone} />
    </div>
  );
}

const loadCustomRange = () => import('../commands/custom-range').then(({ CustomRange }) => CustomRange);

function CustomRangeButton({ timezone }: { readonly timezone: string }) {
  const { window } = useView().view;
  const [isOpen, setOpen] = useState(false);
  const { component: Dialog } = useLazy(isOpen ? loadCustomRange : undefined);
  const isCustom = 'from' in window;
  return (
    <>
      <button
        type="button"
        class="segment"
        aria-current={isCustom ? 'true' : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {isCustom ? `${window.from} – ${window.to}` : t('Custom')}
      </button>
      {isOpen && Dialog && <Dialog timezone={timezone} onClose={() => setOpen(false)} />}
    </>
  );
}

const loadForm = () => import('../commands/filter-form').then(({ FilterForm }) => FilterForm);

/** A button that opens the filter form. */
function AddFilter(props: Omit<FilterFormProps, 'close'>) {
  return (
    <DialogButton label={t('Filter')} icon="filter" title={t('Add a filter')}>
      {(close) => <LazyForm {...props} close={close} />}
    </DialogButton>
  );
}

function LazyForm(props: FilterFormProps) {
  const { component: FilterForm, error } = useLazy(loadForm);
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return FilterForm ? <FilterForm {...props} /> : null;
}

interface TimezonePickerProps {
  /** Omitted on pages of the workspace: their default is UTC. */
  readonly siteTimezone?: string | undefined;
}

/** The time zone of days and buckets: that of the site, or the one in the URL. */
export function TimezonePicker({ siteTimezone }: TimezonePickerProps) {
  const { view, show } = useView();
  const standard = siteTimezone ?? 'UTC';
  const whose = siteTimezone ? t('site') : t('default');
  const own = Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  const near = [...new Set([standard, own, 'UTC', ...(view.timezone ? [view.timezone] : [])])];
  // Hundreds of options, which no click changes.
  const others = useMemo(
    () => (
      <optgroup label={t('All time zones')}>
        {Intl.supportedValuesOf('timeZone')
          .filter((zone) => !near.includes(zone))
          .map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
      </optgroup>
    ),
    [near.join()],
  );
  return (
    <label class="select select-zone">
      <Icon name="clock" />
      <span class="sr-only">{t('Time zone')}</span>
      <select
        value={view.timezone ?? standard}
        onChange={({ currentTarget: { value } }) =>
          show({ timezone: value === standard ? undefined : value })
        }
      >
        {near.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
            {zone === standard ? ` (${whose})` : zone === own ? ` (${t('yours')})` : ''}
          </option>
        ))}
        {others}
      </select>
    </label>
  );
}
