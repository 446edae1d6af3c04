import { openBatch, type Envelope } from './batch';
import { isEventName } from './event-name';
import { eventProps, type Props } from './event-props';
import { harmless } from './harmless';
import type { Headwater } from './headwater';
import { onInteraction } from './interactions';
import { onNavigation } from './navigation';
import { on } from './on';
import { optedOut } from './opted-out';
import { pageAddress } from './page-address';
import { touchSession } from './session';
import type { Settings } from './settings';
import { shortLanding, shortReferrer } from './short-address';
import { openStorage } from './storage';
import { openTransport } from './transport';
import { uuid } from './uuid';
import { VISITOR_NAME, visitorId } from './visitor';

/** In seconds: nobody looks at a page for longer without doing anything. */
const LONGEST_LOOK = 1800;
/** Calls kept while the page waits to be seen or for consent. */
const MOST_WAITING = 100;

/** Gives `headwater` its `ref` and calls and starts tracking this page, at once or when it may. */
export function startTracker(settings: Settings, headwater: Partial<Headwater>): void {
  const { site, key } = settings;
  const storage = openStorage(settings.storage);
  // Per site: two sites on one domain share the visitor, not the landing page that decides a channel.
  const sessionName = `hw_s${site}`;
  const queueName = `hw_q${site}`;
  const transport = openTransport(storage, settings.collect, queueName);
  const batch = openBatch(transport.send);
  const waiting: [string, unknown][] = [];

  let address = pageAddress(location.href);
  let referrer = shortReferrer(document.referrer);
  /** Where a visit begins that begins now. A page that waits for consent may navigate: its visit began before that. */
  let entry = { landing: shortLanding(address), referrer };
  let allowed: boolean;
  let started = false;
  /** Whose the last event was; the visit that an engagement belongs to. */
  let envelope: Envelope | undefined;
  /** Since when the page is looked at, Unix ms; 0 while it is not. */
  let seenSince = 0;

  function add(name: string, now: number, props: Props) {
    const time = new Date(now).toISOString();
    if (envelope) batch.put(envelope, { id: uuid(), name, url: address, referrer, time, props });
  }

  function record(name: string, props?: unknown) {
    const now = Date.now();
    const visitor = (headwater.ref = visitorId(storage));
    const session = touchSession(storage, sessionName, entry, now);
    envelope = { site: +site, key, visitor, session, webdriver: navigator.webdriver || undefined };
    seenSince ||= now;
    add(name, now, eventProps(props));
  }

  /** The page is left or hidden: tells for how long it was looked at. Neither begins nor prolongs a session. */
  function look(away: boolean) {
    const now = Date.now();
    const duration = Math.min(Math.round((now - seenSince) / 1000), LONGEST_LOOK);
    if (away && seenSince && duration > 0) add('engagement', now, { duration });
    seenSince = away ? 0 : now;
  }

  /** Begins with the first pageview, unless the page is prerendered or in a tab never shown yet: that is no view. */
  function start() {
    if (started || !allowed || document.hidden) return;
    started = true;
    record('pageview');
    transport.retry();
    for (const call of waiting.splice(0)) record(...call);
  }

  function permit(given: boolean) {
    allowed = given && !optedOut(settings.respect, navigator);
    headwater.ref = allowed ? visitorId(storage) : null;
    start();
  }

  headwater.track = harmless((name: string, props?: unknown) => {
    if (!isEventName(name)) console.warn('headwater', name);
    else if (started) record(name, props);
    else if (waiting.length < MOST_WAITING) waiting.push([name, props]);
  });
  // Before the start there is nothing to add to: the first pageview is yet to come.
  headwater.page = harmless(() => {
    if (started) record('pageview');
  });
  headwater.consent = harmless((given: boolean) => {
    permit(given);
    if (given) return;
    started = false;
    waiting.length = 0;
    envelope = undefined;
    batch.take(() => undefined);
    transport.forget();
    [VISITOR_NAME, sessionName, queueName].forEach((name) => storage.write(name, '', 0));
  });

  on(['visibilitychange'], () => {
    if (started) look(document.hidden);
    if (document.hidden) batch.take(transport.sendLast);
    else start();
  });
  on(['pagehide'], () => {
    look(true);
    batch.take(transport.sendLast);
    transport.keepUnanswered();
  });
  on(['pageshow'], ({ persisted }) => {
    if (persisted && started) record('pageview');
  });
  on(['online'], transport.retry);
  onNavigation(() => {
    const next = pageAddress(location.href);
    if (next == address) return;
    look(true);
    referrer = address;
    address = next;
    if (!started) return;
    entry = { landing: shortLanding(address), referrer: shortReferrer(referrer) };
    record('pageview');
  });
  onInteraction(settings.auto, headwater.track);
  permit(settings.consent != 'required');
}
