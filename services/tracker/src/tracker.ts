import { openStorage } from './storage';
import { optedOut, type Settings } from './settings';
import { openTransport } from './transport';
import { openBatch, type Envelope } from './batch';
import { touchSession, uuid, VISITOR_NAME, visitorId } from './ids';
import { harmless, on, onInteraction, onNavigation } from './page-events';
import {
  eventProps,
  isEventName,
  pageAddress,
  shortLanding,
  shortReferrer,
  type Props,
} from './event-fields';

/** `window.headwater`, the API for pages. */
export interface Headwater {
  /** The anonymous visitor id, for identify at signup; null while nothing may be stored. */
  ref: string | null;
  /** Sends a custom event. Rejects the names `pageview` and `engagement`. */
  track(name: string, props?: unknown): void;
  /** Sends a pageview of the current address, in addition to the automatic ones. */
  page(): void;
  /** `true` starts a tracker that waits for consent; `false` stops it and removes its stored data. */
  consent(given: boolean): void;
}

/** A call that a page made before the script ran. */
export type Call = [Exclude<keyof Headwater, 'ref'>, ...unknown[]];

/** A page's placeholder until the script runs. */
export interface Stub {
  q?: Pick<Call[], 'filter'> & { push: (call: Call) => unknown };
}

/** Adds `ref` and the methods to `headwater`, and starts tracking this page, as soon as it may. */
export function startTracker(settings: Settings, headwater: Partial<Headwater>): void {
  /** Max duration of an engagement, in seconds: people do not view a page for longer without an interaction. */
  const maxView = 1800;
  /** Max calls that are queued until the page is visible and consent is given. */
  const maxQueued = 100;
  const { site, key } = settings;
  const storage = openStorage(settings.storage);
  // Per site: two sites on one domain share the visitor, but not the landing page, which decides the channel.
  const sessionName = `hw_s${site}`;
  const queueName = `hw_q${site}`;
  const transport = openTransport(storage, settings.collect, queueName);
  const batch = openBatch(transport.send);
  const queue: [string, unknown][] = [];

  let address = pageAddress(location.href);
  let referrer = shortReferrer(document.referrer);
  // Safari has no such entry before version 15.
  const loaded = performance.getEntriesByType('navigation')[0]?.name || location.href;
  /**
   * Landing page and referrer of a session that begins now. A page that waits for this script or for consent may navigate: its session
   * began where the page was loaded.
   */
  let entry = { landing: shortLanding(pageAddress(loaded)), referrer };
  let allowed: boolean;
  let started = false;
  /** The envelope of the last event; an engagement belongs to its session. */
  let envelope: Envelope | undefined;
  /** Start of the current view, Unix ms; 0 while the page is hidden. */
  let viewedSince = 0;

  function add(name: string, now: number, props: Props) {
    if (!envelope) return;
    const time = new Date(now).toISOString();
    batch.put(envelope, { id: uuid(), name, url: address, referrer, time, props });
  }

  function record(name: string, props?: unknown) {
    const now = Date.now();
    envelope = {
      site: +site,
      key,
      visitor: (headwater.ref = visitorId(storage)),
      session: touchSession(storage, sessionName, entry, now),
      webdriver: navigator.webdriver || undefined,
    };
    viewedSince ||= now;
    add(name, now, eventProps(props));
  }

  /** Ends or begins a view. Sends its duration, which neither starts nor extends a session. */
  function setViewed(hidden: boolean) {
    const now = Date.now();
    const duration = Math.min(Math.round((now - viewedSince) / 1000), maxView);
    if (hidden && viewedSince && duration > 0) add('engagement', now, { duration });
    viewedSince = hidden ? 0 : now;
  }

  /** Starts with the first pageview, unless the page is prerendered or in a background tab. */
  function start() {
    if (started || !allowed || document.hidden) return;
    started = true;
    record('pageview');
    transport.retry();
    for (const call of queue.splice(0)) record(...call);
  }

  function permit(given: boolean) {
    allowed = given && !optedOut(settings);
    headwater.ref = allowed ? visitorId(storage) : null;
    start();
  }

  headwater.track = harmless((name: string, props?: unknown) => {
    if (!isEventName(name)) console.warn('Headwater:', name);
    else if (started) record(name, props);
    else if (queue.length < maxQueued) queue.push([name, props]);
  });
  // Before the start, the first pageview is still to be sent.
  headwater.page = harmless(() => {
    if (started) record('pageview');
  });
  headwater.consent = harmless((given: boolean) => {
    permit(given);
    if (given) return;
    started = false;
    queue.length = 0;
    envelope = undefined;
    batch.take(() => undefined);
    transport.forget();
    [VISITOR_NAME, sessionName, queueName].forEach((name) => storage.write(name, '', 0));
  });

  on('visibilitychange', () => {
    if (started) setViewed(document.hidden);
    if (document.hidden) batch.take(transport.sendLast);
    else start();
  });
  on('pagehide', () => {
    setViewed(true);
    batch.take(transport.sendLast);
    transport.keepUnanswered();
  });
  on('pageshow', ({ persisted }) => {
    if (persisted && started) record('pageview');
  });
  on('online', transport.retry);
  onNavigation(() => {
    const next = pageAddress(location.href);
    if (next == address) return;
    setViewed(true);
    referrer = address;
    address = next;
    if (!started) return;
    entry = { landing: shortLanding(address), referrer: shortReferrer(referrer) };
    record('pageview');
  });
  onInteraction(settings.auto, headwater.track);
  permit(settings.consent != 'required');
}
