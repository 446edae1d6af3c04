import { HeadwaterError } from '@headwater/client/error';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { randomSecret } from '../api/random-secret';
import { signIn } from '../api/session';
import { LoadingState } from '../components/states';
import { CopyButton } from '../components/copy-button';
import { useTitle } from '../shell/use-title';

const COMMAND = 'npm run admin -- dashboard-link';

/** Spends the code after the `#`, which no server sees in an address, and goes on to where one wanted to be. */
export function SignInPage() {
  useTitle('Sign in');
  const { query, route } = useLocation();
  const [code] = useState(() => location.hash.slice(1));
  // Of this page and this code: an answer that was lost on its way can be asked for again, by nobody else.
  const [attempt] = useState(randomSecret);
  const [refusal, setRefusal] = useState<Error>();

  const enter = () => {
    setRefusal(undefined);
    signIn(code, attempt).then(
      () => route(ownAddress(query['next']), true),
      (error: unknown) => setRefusal(error instanceof Error ? error : new Error(String(error))),
    );
  };
  useEffect(() => {
    if (code === '') return;
    // Out of the address and the history at once: it is good for one use only.
    history.replaceState(null, '', location.pathname + location.search);
    enter();
  }, []);
  // Another link opened in this very tab differs in its fragment alone: the browser loads nothing by itself.
  useEffect(() => {
    const startAnew = () => location.reload();
    addEventListener('hashchange', startAnew);
    return () => removeEventListener('hashchange', startAnew);
  }, []);

  if (code !== '' && refusal === undefined) return <LoadingState label="Signing in" />;
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{'left' in query ? 'You are signed out' : 'Sign in to Headwater'}</h1>
        {refusal !== undefined && (
          <p class="notice notice-bad" role="alert">
            {wordsFor(refusal)}
          </p>
        )}
        {refusal !== undefined && !isSpent(refusal) && (
          <p>
            <button type="button" class="button button-primary" onClick={enter}>
              Try again
            </button>
          </p>
        )}
        <p>
          Sign-in is by a link that works once, for ten minutes. Ask your own code for one with{' '}
          <code>POST /api/v1/dashboard-links</code>, or run this where Headwater runs:
        </p>
        <div class="code-block">
          <pre tabIndex={0}>
            <code>{COMMAND}</code>
          </pre>
          <CopyButton text={COMMAND} />
        </div>
        <p class="fine">No password, and no API token ever comes into the browser.</p>
      </div>
    </main>
  );
}

/** Only ever a page of ours: an address such as `//evil.example` leads elsewhere. */
function ownAddress(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}

const isSpent = (error: Error): boolean => error instanceof HeadwaterError && error.code === 'session_ended';

function wordsFor(error: Error): string {
  if (isSpent(error)) return 'This link was used already or is too old. Ask for a new one.';
  if (error instanceof HeadwaterError && error.status >= 400 && error.status < 500) return error.message;
  return 'Headwater can’t be reached. Check your connection.';
}
