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
  const leave = async (everywhere: boolean) => {
    await signOut({ everywhere });
    route('/sign-in?left');
  };
  return (
    <details class="account">
      <summary>
        <Icon name="sign_out" />
        Sign out
      </summary>
      <div class="account-body">
        <button type="button" class="button" onClick={() => void leave(false)}>
          Of this browser
        </button>
        <button type="button" class="button" onClick={() => void leave(true)}>
          Everywhere
        </button>
        <p class="fine">This session ends {formatAgo(expiresAt, now)}.</p>
      </div>
    </details>
  );
}
