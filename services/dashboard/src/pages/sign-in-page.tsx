import { HeadwaterError } from '@headwater/client/error';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { randomSecret } from '../api/random';
import { readSession, signIn, type Session } from '../api/session';
import { CodeBlock } from '../components/copy-button';
import { ErrorMessage, LoadingState } from '../components/states';
import { useTitle } from '../shell/page';
import { rich, t } from '../strings/text';

/** The command that creates a sign-in link, by the way that Headwater runs. */
const COMMANDS = [
  ['npm start', 'npm run admin -- dashboard-link'],
  ['Docker Compose', 'docker compose -f deploy/compose.yaml exec gateway node dist/admin.js dashboard-link'],
  // The notes of the chart contain the name: `helm get notes <release>`.
  ['Kubernetes', 'kubectl exec deploy/<name>-gateway -- node dist/admin.js dashboard-link'],
] as const;

/**
 * Signs in with the code in the fragment of the URL, which browsers never send to a server, then opens the requested page. Prompts
 * first while another session is open: a link of someone else must not replace it unnoticed.
 */
export function SignInPage() {
  useTitle(t('Sign in'));
  const { query, route } = useLocation();
  const [code] = useState(() => location.hash.slice(1));
  // Identifies this page load, so that only it can repeat the request after a lost response.
  const [attempt] = useState(randomSecret);
  const [refusal, setRefusal] = useState<Error>();
  const [current, setCurrent] = useState<Session>();
  const [hasConsent, setConsent] = useState(false);

  const open = () => route(localPath(query['next']), true);
  const refuse = (error: unknown) => setRefusal(error instanceof Error ? error : new Error(String(error)));
  const submit = () => {
    setConsent(true);
    setRefusal(undefined);
    setCurrent(undefined);
    signIn(code, attempt).then(open, refuse);
  };
  /** Signs in, unless another session is open: then the user decides first. */
  const start = () => {
    setRefusal(undefined);
    readSession().then((session) => (session ? setCurrent(session) : submit()), refuse);
  };
  useEffect(() => {
    if (code === '') return;
    // Removes the one-time code from the URL and the history.
    history.replaceState(null, '', location.pathname + location.search);
    start();
  }, []);
  // Another sign-in link opened in this tab changes only the fragment: the browser does not load the page again.
  useEffect(() => {
    const restart = () => location.reload();
    addEventListener('hashchange', restart);
    return () => removeEventListener('hashchange', restart);
  }, []);

  if (current) return <SwitchSession current={current} onSwitch={submit} onStay={open} />;
  if (code !== '' && refusal === undefined) return <LoadingState label={t('Signing in')} />;
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{'left' in query ? t('You are signed out') : t('Sign in to Headwater')}</h1>
        {refusal !== undefined && (
          <p class="notice notice-bad" role="alert">
            <Refusal error={refusal} />
          </p>
        )}
        {refusal !== undefined && !isUsed(refusal) && (
          <p>
            <button type="button" class="button button-primary" onClick={hasConsent ? submit : start}>
              {t('Try again')}
            </button>
          </p>
        )}
        <p>
          {rich(
            'You sign in with a link that works once within ten minutes. Create one with {call}, or run the command of your installation:',
            { call: <code>{'POST /api/v1/dashboard-links'}</code> },
          )}
        </p>
        {COMMANDS.map(([installation, command]) => (
          <div key={installation}>
            <p>{installation}</p>
            <CodeBlock text={command} />
          </div>
        ))}
        <p class="fine">{t('The dashboard has no passwords, and API tokens never reach the browser.')}</p>
      </div>
    </main>
  );
}

interface SwitchSessionProps {
  readonly current: Session;
  readonly onSwitch: () => void;
  readonly onStay: () => void;
}

function SwitchSession({ current, onSwitch, onStay }: SwitchSessionProps) {
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{t('You are already signed in')}</h1>
        <p>
          {rich(
            'This browser is signed in to the workspace {workspace}. The link replaces this session, possibly with another workspace. Use it only if you or a colleague created it.',
            { workspace: <b>{current.workspace.name}</b> },
          )}
        </p>
        <div class="tools">
          <button type="button" class="button button-primary" onClick={onStay}>
            {t('Keep the session')}
          </button>
          <button type="button" class="button" onClick={onSwitch}>
            {t('Sign in with the link')}
          </button>
        </div>
      </div>
    </main>
  );
}

/** Returns only local paths: a URL such as `//evil.example` is a different host, also with a tab after the first slash. */
function localPath(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\\s])/.test(next) ? next : '/';
}

const isUsed = (error: Error): boolean => error instanceof HeadwaterError && error.code === 'session_ended';

function Refusal({ error }: { readonly error: Error }) {
  if (isUsed(error)) return <>{t('This link was already used or has expired. Create a new one.')}</>;
  if (error instanceof HeadwaterError && error.status >= 400 && error.status < 500)
    return <ErrorMessage error={error} />;
  return <>{t('Headwater can’t be reached. Check your connection.')}</>;
}
