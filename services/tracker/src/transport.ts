import { harmless } from './harmless';
import type { Storage } from './storage';

/** Carries request bodies to the collector, each until it is taken or refused. */
export interface Transport {
  /** Sends a body; failing that, keeps it for later. */
  send: (body: string) => void;
  /** Sends a body while the page is going away, when no answer can be waited for. */
  sendLast: (body: string) => void;
  /** Keeps what no answer has come for: the page may be gone before it comes. */
  keepUnanswered: () => void;
  /** Sends again the oldest body that was kept, and after each success the next. */
  retry: () => void;
  /** Forgets what was kept. */
  forget: () => void;
}

/** Bodies kept for a retry; beyond them the oldest goes. */
const MOST_KEPT = 20;
/** 10 minutes, up to twice as much with the spread. */
const LONGEST_PAUSE = 6e5;

/**
 * Delivery of at least once: a body may arrive twice (an answer lost, a page left in between). Its events keep
 * their ids, by which the collector counts them once.
 */
export function openTransport(storage: Storage, url: string, name: string): Transport {
  const unanswered = new Set<string>();
  // Each try tells this clock's time, so that the collector can right the times of events where the clock is wrong.
  const now = () => `${url}?t=${Date.now()}`;
  let pause = 1000;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // One body a line: JSON writes line breaks escaped.
  const kept = () => storage.read(name).split('\n').filter(Boolean);
  const put = (bodies: string[]) => storage.write(name, bodies.slice(-MOST_KEPT).join('\n'));
  const keep = (...bodies: string[]) => put([...kept(), ...bodies]);

  const post = (body: string, credentials: RequestCredentials) => {
    unanswered.add(body);
    void fetch(now(), {
      method: 'POST',
      body,
      // Lets the request outlive the page.
      keepalive: true,
      // Text is sent as `text/plain`, which needs no preflight.
      credentials,
    })
      .then(
        ({ status }) => status < 500 && status != 429,
        () => false,
      )
      .then((settled) => {
        // Cleared meanwhile: the visitor has withdrawn, and nothing is to be kept of it.
        if (!unanswered.delete(body)) return;
        if (settled) {
          pause = 1000;
          retry();
        } else {
          keep(body);
          clearTimeout(timer);
          // Spread out, so that an outage does not end in every visitor calling at once.
          timer = setTimeout(retry, pause * (1 + Math.random()));
          // Browsers take a pause of more than 24 days for none: without an end to it, a blocker would make us try without rest.
          pause = Math.min(pause * 2, LONGEST_PAUSE);
        }
      });
  };

  const retry = harmless(() => {
    const [oldest, ...rest] = kept();
    if (!oldest) return;
    // Taken out before sending, so that two open tabs do not both send it.
    put(rest);
    // A proxy that answers `Access-Control-Allow-Origin: *` makes every request with cookies fail: this one has none.
    post(oldest, 'omit');
  });

  return {
    // Within the site's own domain the collector may renew the visitor's cookie; elsewhere it has no use for any.
    send: (body) => post(body, storage.sharesCookies(new URL(url).hostname) ? 'include' : 'omit'),
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
