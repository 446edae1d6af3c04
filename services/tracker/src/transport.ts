import { harmless } from './page-events';
import type { Storage } from './storage';

/** Sends request bodies to the collector until each is accepted or rejected. */
export interface Transport {
  /** Sends a body; stores it for a retry on failure. */
  send: (body: string) => void;
  /** Sends a body while the page unloads, without a response. */
  sendLast: (body: string) => void;
  /** Stores the bodies without a response: the page may unload before it arrives. */
  keepUnanswered: () => void;
  /** Sends the oldest stored body, and after each success the next. */
  retry: () => void;
  /** Discards the bodies without a response, and the retry timer. */
  forget: () => void;
}

/**
 * Returns a transport with at-least-once delivery: a body may arrive twice, after a lost response or an unload. Its events keep their
 * ids, and the collector counts each id once.
 */
export function openTransport(storage: Storage, url: string, name: string): Transport {
  /** The oldest body is discarded first. */
  const maxStored = 20;
  /** 10 minutes, up to twice as much with the jitter. */
  const maxPause = 6e5;
  const unanswered = new Set<string>();
  // Each attempt carries the browser's clock, so that the collector can correct event times.
  const now = () => `${url}?t=${Date.now()}`;
  let pause = 1000;
  let explained: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // One body per line: JSON escapes line breaks.
  const kept = () => storage.read(name).split('\n').filter(Boolean);
  const put = (bodies: string[]) => storage.write(name, bodies.slice(-maxStored).join('\n'));
  const keep = (...bodies: string[]) => put([...kept(), ...bodies]);

  const post = async (body: string, credentials: RequestCredentials) => {
    let done: boolean | undefined;
    unanswered.add(body);
    try {
      const response = await fetch(now(), {
        method: 'POST',
        body,
        // The request continues after the page unloads.
        keepalive: true,
        // A string is sent as `text/plain`, which needs no preflight request.
        credentials,
      });
      done = response.status < 500 && response.status != 429;
      const { detail } = (await response.json()) as { detail?: string };
      if (detail && !explained) console.warn('Headwater:', (explained = detail));
    } catch {
      // No response, or one of a proxy that is not JSON.
    }
    // Cleared: the visitor has withdrawn the consent, so nothing may be stored.
    if (!unanswered.delete(body)) return;
    if (done) {
      pause = 1000;
      retry();
    } else {
      keep(body);
      clearTimeout(timer);
      // Jitter: the end of an outage must not make all visitors retry simultaneously.
      timer = setTimeout(retry, pause * (1 + Math.random()));
      // Browsers run a timer of more than 24 days immediately: without a maximum, a blocker would cause endless retries.
      pause = Math.min(pause * 2, maxPause);
    }
  };

  const retry = harmless(() => {
    const [oldest, ...rest] = kept();
    if (!oldest) return;
    // Removed before sending, so that two open tabs do not both send it.
    put(rest);
    // Behind a proxy that sends `Access-Control-Allow-Origin: *`, requests with cookies fail: this one has none.
    void post(oldest, 'omit');
  });

  return {
    // On the site's own domain the collector may renew the visitor's cookie. Elsewhere it needs none.
    send: (body) => void post(body, storage.sharesCookies(new URL(url).hostname) ? 'include' : 'omit'),
    sendLast: (body) => {
      if (!navigator.sendBeacon(now(), body)) keep(body);
    },
    keepUnanswered: () => {
      keep(...unanswered);
    },
    retry,
    forget: () => {
      clearTimeout(timer);
      unanswered.clear();
    },
  };
}
