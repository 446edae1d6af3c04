/** How a session began. */
export interface TouchEvidence {
  readonly channel: string;
  readonly source: string;
  readonly utmCampaign: string;
  readonly landing: string;
  readonly referrer: string;
  readonly rulesVersion: number;
  /** 0 when it was not stored; then the columns below are empty, too. */
  readonly siteId: number;
  readonly country: string;
  readonly utmSource: string;
  readonly utmMedium: string;
}

/** The first session of a visitor. */
export interface FirstTouch extends TouchEvidence {
  /** Unix milliseconds of the first event. */
  readonly firstSeenAtMs: number;
  /** When the browser event arrived, Unix milliseconds; undefined for an event that was sent with a token. */
  readonly arrivedAtMs: number | undefined;
  /** The id of an event that was sent with a token; `''` for a browser event. */
  readonly eventId: string;
}

/** The stored touches of a visitor, see the migration `0020_arrivals_of_touches`. */
export interface StoredTouches {
  /** The browser's earliest event by time. */
  readonly browser: FirstTouch | undefined;
  /** The browser event that arrived first. */
  readonly firstArrival: FirstTouch | undefined;
  /** The earliest event that was sent with a token. */
  readonly trusted: FirstTouch | undefined;
  /** First arrival of any event of the visitor, Unix milliseconds. */
  readonly firstArrivalMs: number;
}

/** When a visitor was linked to an account, and until when browser events count for that account. */
export interface LinkTimes {
  /** Unix milliseconds; 0: no link is stored yet. */
  readonly linkedAtMs: number;
  /** Unix milliseconds; undefined: the account has no recorded channel. */
  readonly arrivalsUntilMs?: number | undefined;
  /** The visitor id has not the form of the browser script's. */
  readonly isGuessable?: boolean;
}

/** All events count. */
export const ALL_ARRIVALS: LinkTimes = { linkedAtMs: 0 };

/**
 * Browser events of a link count if they arrived until this time. Unix milliseconds. Next to a trusted event, those of a guessable
 * visitor id never count: anyone can send them before the first event of the server.
 */
export function countedUntil(
  { linkedAtMs, arrivalsUntilMs, isGuessable = false }: LinkTimes,
  { firstArrivalMs, trusted }: Pick<StoredTouches, 'firstArrivalMs' | 'trusted'>,
): number {
  if (isGuessable && trusted !== undefined) return 0;
  const untilMs = linkedAtMs === 0 ? Infinity : Math.max(linkedAtMs, firstArrivalMs);
  return Math.min(untilMs, arrivalsUntilMs ?? Infinity);
}

/**
 * The visitor's first session for a link: the earliest event that was sent with a token, or the browser's, whichever is
 * earlier. A browser event that arrived too late does not count. If it is the browser's earliest, the browser event that
 * arrived first counts instead: nothing that is sent later can replace it.
 */
export function chooseTouch(stored: StoredTouches, link: LinkTimes): FirstTouch | undefined {
  const until = countedUntil(link, stored);
  const [browser] = [stored.browser, stored.firstArrival].filter(
    (touch) => touch !== undefined && (touch.arrivedAtMs ?? 0) <= until,
  );
  const { trusted } = stored;
  if (browser === undefined || trusted === undefined) return browser ?? trusted;
  return browser.firstSeenAtMs < trusted.firstSeenAtMs ? browser : trusted;
}
