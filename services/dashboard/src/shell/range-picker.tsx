import { useRef, useState } from 'preact/hooks';
import { addDays } from '../view/window';
import { useView } from '../view/use-view';

const PRESETS = [
  ['1d', 'Today'],
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['365d', '12 months'],
] as const;

/** Presets as links, and two dates of one's own. */
export function RangePicker() {
  const { view, href } = useView();
  const { window } = view;
  return (
    <div class="segments" role="group" aria-label="Time range">
      {PRESETS.map(([range, label]) => (
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
        {isCustom ? `${window.from} – ${window.to}` : 'Custom'}
      </button>
      <dialog ref={dialog} class="dialog dialog-small" aria-label="Time range of your own">
        <form
          method="dialog"
          onSubmit={() =>
            from !== '' && to !== '' && show({ window: from <= to ? { from, to } : { from: to, to: from } })
          }
        >
          <h2>Time range</h2>
          <div class="fields">
            <label class="field">
              First day
              <input
                type="date"
                required
                value={from}
                onInput={(event) => setFrom(event.currentTarget.value)}
              />
            </label>
            <label class="field">
              Last day
              <input type="date" required value={to} onInput={(event) => setTo(event.currentTarget.value)} />
            </label>
          </div>
          <div class="dialog-actions">
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" class="button button-primary">
              Show
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
