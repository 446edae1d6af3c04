import { HeadwaterError } from '@headwater/client/error';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccessContext, fetchJson, useAccess, type Access, type SharedReport } from '../api/fetch-json';
import { Form } from '../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../components/states';
import { useLazy } from '../lazy';
import { REPORTS } from '../reports';
import { t } from '../strings/text';

/** Renews the key before it expires, so that a page that stays open, as on a wall display, never shows an error. */
const RENEW_BEFORE_MS = 120_000;
const MIN_WAIT_MS = 30_000;
/** Timers longer than 24 days fire immediately; a clock that is weeks slow would cause a flood of requests. */
const MAX_WAIT_MS = 3_600_000;

/** The report of a share link for anybody with the link. Prompts for the password of the link. */
export function SharePage() {
  const { url, path, route } = useLocation();
  const slug = path.slice('/share/'.length);
  const [share, setShare] = useState<OpenShare>();
  // An object, so that the same password can be tried again after an unrelated error.
  const [given, setGiven] = useState<{ readonly password: string }>();
  /** The error of the last attempt, and its password. */
  const [refused, setRefused] = useState<{ readonly error: Error; readonly given: typeof given }>();
  const latest = useRef<object | null>(null);

  const open = () => {
    const mine = (latest.current = {});
    // Ignores the results of earlier attempts.
    const ifLatest = (apply: () => void) => latest.current === mine && apply();
    openShareLink(slug, given?.password).then(
      (opened) =>
        ifLatest(() => {
          setRefused(undefined);
          const { view = '' } = opened;
          // The readers may then change the view, also to the default one.
          if (!share && view !== '' && !url.includes('?')) route(`${path}?${view}`, true);
          setShare(opened);
        }),
      (error: unknown) =>
        ifLatest(() =>
          setRefused({ error: error instanceof Error ? error : new Error(String(error)), given }),
        ),
    );
  };
  useEffect(open, [slug, given]);
  useEffect(() => {
    if (!share) return undefined;
    const left = Date.parse(share.expiresAt) - Date.now() - RENEW_BEFORE_MS;
    const timer = setTimeout(open, Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, left)));
    return () => clearTimeout(timer);
  }, [share]);

  const access = useMemo<Access | undefined>(() => {
    if (!share) return undefined;
    const { key, site, page = 'overview' } = share;
    return { headers: { 'X-Headwater-Share': key }, shared: { page, site }, onLost: open };
  }, [share?.key, share?.page]);
  const refusal = refused?.error;
  const problem = refusal instanceof HeadwaterError ? refusal : undefined;
  if (problem?.code === 'password_required' || (problem && given && !share))
    return (
      <PasswordForm
        // "password_required" is an error only for an attempt with a password.
        refusal={given && refused?.given === given ? refusal : undefined}
        onPassword={(password) => setGiven({ password })}
      />
    );
  if (problem?.status === 404)
    return (
      <main>
        <EmptyState title={t('This page is no longer shared')}>
          {t('Request a new link from the owner of the site.')}
        </EmptyState>
      </main>
    );
  if (refusal && !share)
    return (
      <main>
        <ErrorState error={refusal} onRetry={open} />
      </main>
    );
  if (!access)
    return (
      <main>
        <LoadingState label={t('Opening')} />
      </main>
    );
  return (
    <AccessContext.Provider value={access}>
      <SharedPage />
    </AccessContext.Provider>
  );
}

interface Props {
  readonly refusal: Error | undefined;
  readonly onPassword: (password: string) => void;
}

/** The form for the password of a shared page. */
function PasswordForm({ refusal, onPassword }: Props) {
  const [password, setPassword] = useState('');
  return (
    <main class="sign-in">
      <div class="sign-in-box">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>{t('This page needs a password')}</h1>
        <Form
          submit={t('Open')}
          isBusy={false}
          error={refusal}
          onSubmit={() => {
            onPassword(password);
            return Promise.resolve();
          }}
        >
          <label class="field">
            {t('Password')}
            <input
              type="password"
              required
              autocomplete="off"
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          </label>
        </Form>
      </div>
    </main>
  );
}

/** A report without menus. */
function SharedPage() {
  const { shared } = useAccess();
  const { component: Report, error } = useLazy(shared && REPORTS[shared.page]);
  return (
    <main class="content shared">
      {error && <ErrorState error={error} onRetry={() => location.reload()} />}
      {!Report && !error && <LoadingState label={t('Opening')} />}
      {Report && <Report />}
      <footer class="shared-foot fine">
        <img src="/icon.svg" alt="" width="16" height="16" />
        {t('Powered by Headwater')}
      </footer>
    </main>
  );
}

/** A share link, and the key that reads its report for an hour. A gateway of an earlier release returns neither page nor view. */
interface OpenShare extends Pick<SharedReport, 'site'>, Partial<Pick<SharedReport, 'page'>> {
  readonly view?: string;
  readonly key: string;
  readonly expiresAt: string;
}

/** @throws HeadwaterError `password_required`, `share_link_not_found`, `rate_limited` */
function openShareLink(slug: string, password: string | undefined): Promise<OpenShare> {
  const body = { slug, ...(password === undefined ? {} : { password }) };
  return fetchJson<OpenShare>({ headers: {}, onLost: () => undefined }, '/dashboard/share', {
    method: 'POST',
    body,
  });
}
