import type { Props } from './event-props';
import { harmless } from './harmless';
import type { Session } from './session';

/** One event as the collector reads it. `time` is ISO 8601. */
export interface TrackedEvent {
  id: string;
  name: string;
  url: string;
  referrer: string;
  time: string;
  props: Props;
}

/** Everything that a request says about all of its events. */
export interface Envelope {
  site: number;
  key: string;
  visitor: string;
  session: Session;
  /** Sent only when it is true. @see https://www.w3.org/TR/webdriver2/#interface */
  webdriver: boolean | undefined;
}

type Send = (body: string) => void;

/** Gathers events that happen close together into one request. */
export interface Batch {
  put: (envelope: Envelope, event: TrackedEvent) => void;
  /** Ends the wait and hands over the waiting events, if any, as a request body. */
  take: (send?: Send) => void;
}

const WAIT_MS = 100;
/** In characters; the collector takes 64 KiB (one character may be 3 bytes) and 100 events (none is shorter than 130). */
const FULL = 12000;

/** @param usual takes the waiting events when they are due: 100 ms after the first of them, or at once when full */
export function openBatch(usual: Send): Batch {
  let events: TrackedEvent[] = [];
  let envelope: Envelope | undefined;

  const take = harmless((send: Send = usual) => {
    const body = events.length && JSON.stringify({ ...envelope, events });
    events = [];
    if (body) send(body);
  });

  return {
    take,
    put(next, event) {
      const full = JSON.stringify([events, event]).length > FULL;
      // One request tells of one session.
      if (full || envelope?.session.id != next.session.id) take();
      if (!events.length) setTimeout(take, WAIT_MS);
      envelope = next;
      events.push(event);
    },
  };
}
