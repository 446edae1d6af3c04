import type { BrowserEvent, BrowserPayload } from '@headwater/protos/browser-payload';
import { harmless } from './page-events';

/** One event, with all fields. */
export type TrackedEvent = Required<BrowserEvent>;

/** The fields of a request that all its events share. JSON omits an undefined `webdriver`. */
export type Envelope = Omit<BrowserPayload, 'event' | 'events' | 'webdriver'> & {
  webdriver: BrowserPayload['webdriver'] | undefined;
};

type Send = (body: string) => void;

/** Batches events into requests. */
export interface Batch {
  put: (envelope: Envelope, event: TrackedEvent) => void;
  /** Ends the batching delay and passes the queued events, if any, to `send` as a request body. */
  take: (send?: Send) => void;
}

/** @param usual receives a batch 100 ms after its first event, or immediately when it is full */
export function openBatch(usual: Send): Batch {
  const waitMs = 100;
  /**
   * Max characters of a batch. The collector accepts `PAYLOAD_LIMITS`: 64 KiB (a character has up to 3 bytes) and 100 events (each
   * has at least 130 characters).
   */
  const maxLength = 12000;
  let events: TrackedEvent[] = [];
  let envelope: Envelope | undefined;

  const take = harmless((send: Send = usual) => {
    const taken = events;
    events = [];
    if (taken.length) send(JSON.stringify({ ...envelope, events: taken }));
  });

  return {
    take,
    put(next, event) {
      const full = JSON.stringify([events, event]).length > maxLength;
      // A request has one session.
      if (full || envelope?.session.id != next.session.id) take();
      if (!events.length) setTimeout(take, waitMs);
      envelope = next;
      events.push(event);
    },
  };
}
