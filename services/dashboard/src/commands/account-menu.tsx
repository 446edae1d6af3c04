import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { signOut, useSession } from '../api/session';
import { ErrorMessage } from '../components/states';
import { useNow } from '../components/time';
import { formatAgo } from '../format/dates';
import type { Action } from '../shell/actions';
import { t } from '../strings/text';

export interface AccountMenuProps {
  readonly actions: readonly Action[];
  readonly perform: (action: Action) => void;
}

/** The theme, the language, the keyboard shortcuts, sign-out of one or all browsers, and the expiry of the session. */
export function AccountMenu({ actions, perform }: AccountMenuProps) {
  const { expiresAt } = useSession();
  const { route } = useLocation();
  const now = useNow(60_000);
  const [refusal, setRefusal] = useState<Error>();
  const help = actions.find(({ keys }) => keys === '?');
  const leave = (everywhere: boolean) => {
    setRefusal(undefined);
    signOut({ everywhere }).then(
      () => route('/sign-in?left'),
      (error: unknown) => setRefusal(error instanceof Error ? error : new Error(String(error))),
    );
  };
  return (
    <div class="account-body">
      <Choice label={t('Theme')} actions={actions} perform={perform} />
      <Choice label={t('Language')} actions={actions} perform={perform} />
      {help && (
        <button type="button" class="button" aria-haspopup="dialog" onClick={() => perform(help)}>
          {help.label}
        </button>
      )}
      <button type="button" class="button" onClick={() => leave(false)}>
        {t('Sign out of this browser')}
      </button>
      <button type="button" class="button" onClick={() => leave(true)}>
        {t('Sign out everywhere')}
      </button>
      {refusal && (
        <p class="notice notice-bad" role="alert">
          <ErrorMessage error={refusal} />
        </p>
      )}
      <p class="fine">{t('Your session expires {ago}.', { ago: formatAgo(expiresAt, now) })}</p>
    </div>
  );
}

/** A select element with the actions of a group, such as the themes. */
function Choice({ label: group, actions, perform }: AccountMenuProps & { readonly label: string }) {
  const options = actions.filter((action) => action.group === group);
  const current = options.find(({ isCurrent }) => isCurrent)?.label;
  return (
    <label class="select">
      <span class="sr-only">{group}</span>
      <select
        value={current}
        onChange={({ currentTarget }) => {
          const chosen = options.find(({ label }) => label === currentTarget.value);
          // The choice is shown once it applies: the user can refuse it.
          currentTarget.value = current ?? '';
          if (chosen) perform(chosen);
        }}
      >
        {options.map(({ label }) => (
          <option key={label} value={label}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
