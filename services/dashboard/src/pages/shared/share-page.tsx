import { HeadwaterError } from '@headwater/client/error';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccessContext, type Access } from '../../api/access';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { useTitle } from '../../shell/use-title';
import { openShareLink, type OpenShare } from './open-share-link';
import { PasswordForm } from './password-form';
import { SharedOverview } from './shared-overview';

/** Before the key ends, so that a page that stays open, as on a wall, never shows an error. */
const RENEW_BEFORE_MS = 120_000;
const LEAST_WAIT_MS = 30_000;
/** Of a clock that is weeks slow a timer would make none at all, and so a flood. */
const MOST_WAIT_MS = 3_600_000;

/** A site's overview for whoever has the link; asks for the password where there is one. */
export function SharePage({ slug }: { readonly slug: string }) {
  const [share, setShare] = useState<OpenShare>();
  // An object, so that the same password can be tried again after what was no fault of it.
  const [given, setGiven] = useState<{ readonly password: string }>();
  /** Why it did not open, and with what. */
  const [refused, setRefused] = useState<{ readonly error: Error; readonly given: typeof given }>();
  const latest = useRef<object | null>(null);
  useTitle(share?.site.name);

  const open = () => {
    const mine = (latest.current = {});
    // What comes late from an earlier try says nothing of this one.
    const told = (tell: () => void) => latest.current === mine && tell();
    openShareLink(slug, given?.password).then(
      (opened) =>
        told(() => {
          setRefused(undefined);
          setShare(opened);
        }),
      (error: unknown) =>
        told(() => setRefused({ error: error instanceof Error ? error : new Error(String(error)), given })),
    );
  };
  useEffect(open, [slug, given]);
  useEffect(() => {
    if (!share) return undefined;
    const left = Date.parse(share.expiresAt) - Date.now() - RENEW_BEFORE_MS;
    const timer = setTimeout(open, Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, left)));
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
        // That a password is asked for is no refusal of the one that is under way.
        refusal={given && refused?.given === given ? refusal : undefined}
        onPassword={(password) => setGiven({ password })}
      />
    );
  if (problem?.status === 404)
    return (
      <main>
        <EmptyState title="This page is shared no more">
          Ask whoever gave you the link for a new one.
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
        <LoadingState label="Opening" />
      </main>
    );
  return (
    <AccessContext.Provider value={access}>
      <SharedOverview site={share.site} />
    </AccessContext.Provider>
  );
}
