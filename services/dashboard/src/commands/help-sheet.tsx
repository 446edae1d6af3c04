import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShellDialogProps } from '../shell/actions';
import { t } from '../strings/text';
import { setPreference, usePreference } from '../view/preferences';
import { Keys } from './keys';

/** Lists the keyboard shortcuts, and enables or disables those without Ctrl or Cmd. */
export function HelpSheet({ actions, onClose }: ShellDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isEnabled = usePreference('shortcuts') === 'on';
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const groups = [...new Set(actions.map(({ group }) => group))]
    .map((group) => ({
      group,
      members: actions.flatMap(({ group: own, label, keys }) =>
        own === group && keys !== undefined ? [{ label, keys }] : [],
      ),
    }))
    .filter(({ members }) => members.length > 0);
  return (
    <dialog
      ref={dialog}
      class="dialog help-sheet"
      aria-label={t('Keyboard shortcuts')}
      onClose={() => dialog.current && onClose()}
    >
      <h2>{t('Keyboard shortcuts')}</h2>
      <div class="shortcuts">
        {groups.map(({ group, members }) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {members.map(({ label, keys }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isEnabled}
          onChange={({ currentTarget: { checked } }) => setPreference('shortcuts', checked ? 'on' : 'off')}
        />
        <span>{t('Use shortcuts without Ctrl or Cmd in this browser')}</span>
      </label>
      <p class="fine">{t('Shortcuts don’t work in text fields.')}</p>
      <form method="dialog" class="dialog-actions">
        <button type="submit" class="button button-primary" autofocus>
          {t('Close')}
        </button>
      </form>
    </dialog>
  );
}
