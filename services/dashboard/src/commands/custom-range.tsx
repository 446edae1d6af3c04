import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../strings/text';
import { datesFor, PERIODS, todayIn, type Period } from './calendar-periods';
import { useView } from '../view/use-view';
import { addDays } from '../view/window';

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

/** The dialog of a time range between two days: calendar periods, and a form. */
export function CustomRange({ timezone, onClose }: CustomRangeProps) {
  const { view, href, show } = useView();
  const { window } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const today = todayIn(view.timezone ?? timezone);
  const [from, setFrom] = useState('from' in window ? window.from : addDays(today, -29));
  const [to, setTo] = useState('to' in window ? window.to : today);
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
      <form
        method="dialog"
        onSubmit={() =>
          from !== '' && to !== '' && show({ window: from <= to ? { from, to } : { from: to, to: from } })
        }
      >
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
  );
}
