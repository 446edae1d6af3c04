import { HeadwaterError } from '@headwater/client/error';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccessContext, fetchJson, type Access } from '../api/fetch-json';
import { Form } from '../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../components/states';
import { useTitle } from '../shell/page';
import { TimezonePicker, ViewControls } from '../shell/view-controls';
import { t } from '../strings/text';
import { FILTER_KEYS } from '../view/view';
import { SharedOverview } from './overview/overview-page';

/** Renews the key before it expires, so that a page that stays open, as on a wall display, never shows an error. */
const RENEW_BEFORE_MS = 120_000;
const MIN_WAIT_MS = 30_000;
/** Timers longer than 24 days fire immediately; a clock that is weeks slow would cause a flood of requests. */
const MAX_WAIT_MS = 3_600_000;

/** The overview of a site for anybody with the link. Prompts for the password of the link. */
export function SharePage() {
  const slug = useLocation().path.slice('/share/'.length);
  const [share, setShare] = useState<OpenShare>();
  // An object, so that the same password can be tried again after an unrelated error.
  const [given, setGiven] = useState<{ readonly password: string }>();
  /** The error of the last attempt, and its password. */
  const [refused, setRefused] = useState<{ readonly error: Error; readonly given: typeof given }>();
  const latest = useRef<object | null>(null);
  useTitle(share?.site.name);

  const open = () => {
    const mine = (latest.current = {});
    // Ignores the results of earlier attempts.
    const ifLatest = (apply: () => void) => latest.current === mine && apply();
    openShareLink(slug, given?.password).then(
      (opened) =>
        ifLatest(() => {
          setRefused(undefined);
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

  const key = share?.key;
  const access = useMemo<Access | undefined>(
    () =>
      key === undefined
        ? undefined
        : { headers: { 'X-Headwater-Share': key }, mayWrite: false, onLost: open },
    [key],
  );
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
  if (!share || !access)
    return (
      <main>
        <LoadingState label={t('Opening')} />
      </main>
    );
  return (
    <AccessContext.Provider value={access}>
      <SharedPage site={share.site} />
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

/** The overview without menus. */
function SharedPage({ site }: { readonly site: OpenShare['site'] }) {
  return (
    <main class="content shared">
      <header class="page-head">
        <div class="page-head-text">
          <h1>
            {site.name} {site.name !== site.domain && <span class="of-site">{site.domain}</span>}
          </h1>
        </div>
        <div class="page-head-actions">
          <TimezonePicker siteTimezone={site.timezone} />
        </div>
      </header>
      <ViewControls siteId={site.id} timezone={site.timezone} filterKeys={FILTER_KEYS.shared} />
      <SharedOverview site={site} />
      <footer class="shared-foot fine">
        <img src="/icon.svg" alt="" width="16" height="16" />
        {t('Powered by Headwater')}
      </footer>
    </main>
  );
}

/** The site of a share link, and the key that reads its statistics for an hour. */
interface OpenShare {
  readonly site: {
    readonly id: number;
    readonly name: string;
    readonly domain: string;
    readonly timezone: string;
  };
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
