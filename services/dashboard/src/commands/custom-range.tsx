import 'cally';
import type { ComponentChildren, ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LOCALES } from '../format/locale';
import { t } from '../strings/text';
import { datesFor, PERIODS, type Period } from './calendar-periods';
import { useView } from '../view/use-view';
import { addDays, todayIn } from '../view/window';
import '../style/custom-range.css';

export interface CustomRangeProps {
  /** Of the site or the workspace: that of the view unless the URL names another one. */
  readonly timezone: string;
  readonly onClose: () => void;
}

const LABELS: Readonly<Record<Period, string>> = {
  yesterday: t('Yesterday'),
  this_month: t('This month'),
  last_month: t('Last month'),
  this_year: t('This year'),
};

interface CalendarRangeProps {
  /** Such as `2026-10-01/2026-10-30`. */
  readonly value: string;
  readonly today: string;
  readonly max: string;
  readonly focusedDate: string;
  readonly locale: string | undefined;
  readonly formatWeekday: 'short' | 'narrow';
  /** 0 is Sunday. */
  readonly firstDayOfWeek: number;
  readonly onrangestart: (event: CustomEvent<Date>) => void;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
  readonly children: ComponentChildren;
}

/** The custom elements of cally. */
const CalendarRange = 'calendar-range' as unknown as ComponentType<CalendarRangeProps>;
const CalendarMonth = 'calendar-month' as unknown as ComponentType;

/** The first day of the week in the user's country: 0 is Sunday. Monday, if the browser does not know it. */
function firstDayOfWeek(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } } = new Intl.Locale(
    LOCALES[0] ?? 'en',
  );
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** The dialog of a time range between two days: calendar periods, and a form with a calendar. */
export function CustomRange({ timezone, onClose }: CustomRangeProps) {
  const { view, href, show } = useView();
  const { window } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const today = todayIn(view.timezone ?? timezone);
  const [from, setFrom] = useState('from' in window ? window.from : addDays(today, -29));
  const [to, setTo] = useState('to' in window ? window.to : today);
  const [first = '', last = ''] = [from, to].sort();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog dialog-small"
      aria-label={t('Custom time range')}
      onClose={() => dialog.current && onClose()}
    >
      <form method="dialog" onSubmit={() => first !== '' && show({ window: { from: first, to: last } })}>
        <h2>{t('Time range')}</h2>
        <div class="periods" role="group" aria-label={t('Calendar periods')}>
          {PERIODS.map((period) => (
            <a
              key={period}
              class="button"
              href={href({ window: datesFor(period, today) })}
              onClick={() => dialog.current?.close()}
            >
              {LABELS[period]}
            </a>
          ))}
        </div>
        <CalendarRange
          value={`${first}/${last}`}
          today={today}
          max={today}
          focusedDate={last}
          locale={LOCALES[0]}
          formatWeekday="short"
          firstDayOfWeek={firstDayOfWeek()}
          onrangestart={({ detail }) => {
            const day = detail.toISOString().slice(0, 10);
            setFrom(day);
            setTo(day);
          }}
          onChange={({ currentTarget: { value } }) => {
            const [start = '', end = ''] = value.split('/');
            setFrom(start);
            setTo(end);
          }}
        >
          <span slot="previous">
            <span class="sr-only">{t('Previous month')}</span>
            <span aria-hidden="true">‹</span>
          </span>
          <span slot="next">
            <span class="sr-only">{t('Next month')}</span>
            <span aria-hidden="true">›</span>
          </span>
          <CalendarMonth />
        </CalendarRange>
        <div class="fields days">
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
  );
}
