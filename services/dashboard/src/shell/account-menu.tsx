import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { signOut } from '../api/session';
import { Icon } from '../components/icon';
import { useNow } from '../components/use-now';
import { formatAgo } from '../format/dates';
import { useSession } from './session-context';

/** Sign out, here or everywhere, and until when the session lasts. */
export function AccountMenu() {
  const { expiresAt } = useSession();
  const { route } = useLocation();
  const now = useNow(60_000);
  const [refusal, setRefusal] = useState<Error>();
  const leave = (everywhere: boolean) => {
    setRefusal(undefined);
    signOut({ everywhere }).then(
      () => route('/sign-in?left'),
      (error: unknown) => setRefusal(error instanceof Error ? error : new Error(String(error))),
    );
  };
  return (
    <details class="account">
      <summary>
        <Icon name="sign_out" />
        Sign out
      </summary>
      <div class="account-body">
        <button type="button" class="button" onClick={() => leave(false)}>
          Of this browser
        </button>
        <button type="button" class="button" onClick={() => leave(true)}>
          Everywhere
        </button>
        {refusal && (
          <p class="notice notice-bad" role="alert">
            {refusal.message}
          </p>
        )}
        <p class="fine">This session ends {formatAgo(expiresAt, now)}.</p>
      </div>
    </details>
  );
}
