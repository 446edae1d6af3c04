import type { Clock } from '@headwater/kit/clock';

/** Whether a site key opens a site. */
export type SiteVerdict =
  | {
      readonly kind: 'valid';
      readonly workspaceId: number;
      readonly domain: string;
      readonly installed: boolean;
    }
  | { readonly kind: 'unknown_site' }
  | { readonly kind: 'refused' };

export type VerifySiteKey = (siteId: number, siteKey: string) => Promise<SiteVerdict>;

/** The same where most answers are known: those come at once. */
export type RememberedVerdict = (siteId: number, siteKey: string) => SiteVerdict | Promise<SiteVerdict>;

/** How long a verdict is believed: a deleted site must be refused within 5 s, a new one be found at once. */
const BELIEVED_MS: Readonly<Record<SiteVerdict['kind'], number>> = {
  valid: 4_000,
  unknown_site: 1_000,
  refused: 1_000,
};

/** Verdicts remembered at most; anybody may send any key. */
const CAPACITY = 20_000;

interface Remembered {
  readonly verdict: SiteVerdict;
  readonly until: number;
}

/**
 * Remembers for a few seconds which key opens which site, and asks once where many ask at the same time.
 *
 * @throws what `verify` throws; failures are not remembered.
 */
export function cachedVerdicts(verify: VerifySiteKey, clock: Clock): RememberedVerdict {
  let remembered = new Map<string, Remembered>();
  const asked = new Map<string, Promise<SiteVerdict>>();

  const ask = async (siteId: number, siteKey: string, id: string): Promise<SiteVerdict> => {
    try {
      const verdict = await verify(siteId, siteKey);
      if (remembered.size >= CAPACITY) remembered = new Map();
      remembered.set(id, { verdict, until: clock.now() + BELIEVED_MS[verdict.kind] });
      return verdict;
    } finally {
      asked.delete(id);
    }
  };

  return (siteId, siteKey) => {
    const id = `${siteId}:${siteKey}`;
    const known = remembered.get(id);
    if (known && known.until > clock.now()) return known.verdict;
    const pending = asked.get(id) ?? ask(siteId, siteKey, id);
    asked.set(id, pending);
    return pending;
  };
}
