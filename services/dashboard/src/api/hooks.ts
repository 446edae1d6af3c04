import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { fetchJson, useAccess } from './fetch-json';
import type { ApiRequest } from './request';

interface ResponseCache {
  get(key: string): unknown;
  set(key: string, response: unknown): void;
  clear(): void;
}

/** @param size max number of responses; the newest replaces the oldest */
function createResponseCache(size: number): ResponseCache {
  const responses = new Map<string, unknown>();
  return {
    get: (key) => responses.get(key),
    set: (key, response) => {
      responses.delete(key);
      responses.set(key, response);
      const [oldest] = responses.keys();
      if (responses.size > size && oldest !== undefined) responses.delete(oldest);
    },
    clear: () => responses.clear(),
  };
}

/** Responses of this tab by URL: the back button shows a page immediately. Clear it when a user signs in or out. */
export const responseCache = createResponseCache(200);

/** The state of a request. `data` keeps the previous response until the next one arrives, so that a page does not flicker. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  /** True until the response to the current request arrives; `data` then belongs to the previous request. */
  readonly isLoading: boolean;
  /** Sends the request again. Clears an error until the response arrives. */
  readonly reload: () => void;
  /** Stops the current request: `error` is then a `StoppedError`, and the request is repeated only by `reload`. */
  readonly stop: () => void;
}

/** The user stopped the request. */
export class StoppedError extends Error {
  constructor() {
    super('You stopped this request before the response arrived.');
  }
}

interface Options {
  /** Repeats the request at this interval, in milliseconds, while the page is visible, and when it becomes visible again. */
  readonly everyMs?: number;
}

interface Loaded {
  readonly url: string | undefined;
  readonly data: unknown;
  readonly error: Error | undefined;
}

/** The state after a failure: keeps the response of the same URL. */
const failedWith =
  (error: Error, url: string | undefined) =>
  (previous: Loaded): Loaded => ({ url, data: previous.url === url ? previous.data : undefined, error });

/** Sends a read request, and again whenever it changes. Sends nothing while `request` is undefined. */
export function useQuery<Data>(
  request: ApiRequest<Data> | undefined,
  { everyMs }: Options = {},
): QueryState<Data> {
  const access = useAccess();
  const url = request?.url;
  const keyOf = (requested: string) => `${JSON.stringify(access.headers)} ${requested}`;
  const [loaded, setLoaded] = useState<Loaded>({ url: undefined, data: undefined, error: undefined });
  const [attempt, setAttempt] = useState(0);
  // A repeat must not abort a slow request, which would never end, and not follow a request that the user stopped.
  const mayRepeat = useRef(false);
  const sent = useRef<AbortController | undefined>(undefined);
  const accessRef = useRef(access);
  accessRef.current = access;

  useEffect(() => {
    if (url === undefined) return undefined;
    const abort = new AbortController();
    const key = keyOf(url);
    const cached = responseCache.get(key);
    if (cached !== undefined) setLoaded({ url, data: cached, error: undefined });
    mayRepeat.current = false;
    sent.current = abort;
    fetchJson<Data>(accessRef.current, url, { signal: abort.signal }).then(
      (data) => {
        responseCache.set(key, data);
        if (abort.signal.aborted) return;
        mayRepeat.current = true;
        setLoaded({ url, data, error: undefined });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        mayRepeat.current = true;
        setLoaded(failedWith(error instanceof Error ? error : new Error(String(error)), url));
      },
    );
    return () => abort.abort();
  }, [url, attempt]);

  const repeat = useCallback(() => setAttempt((previous) => previous + 1), []);
  const reload = useCallback(() => {
    setLoaded((previous) => (previous.error ? { ...previous, error: undefined } : previous));
    repeat();
  }, [repeat]);
  const stop = useCallback(() => {
    sent.current?.abort();
    setLoaded(failedWith(new StoppedError(), url));
  }, [url]);
  useEffect(() => {
    if (everyMs === undefined || url === undefined) return undefined;
    let isDue = false;
    const repeatIfDue = () => {
      if (!isDue || !mayRepeat.current || document.visibilityState !== 'visible') return;
      isDue = false;
      repeat();
    };
    const timer = setInterval(() => {
      isDue = true;
      repeatIfDue();
    }, everyMs);
    document.addEventListener('visibilitychange', repeatIfDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', repeatIfDue);
    };
  }, [everyMs, url, repeat]);

  return {
    data: loaded.data as Data | undefined,
    error: loaded.url === url ? loaded.error : undefined,
    isLoading: url !== undefined && loaded.url !== url,
    reload,
    stop,
  };
}

interface Change {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body?: unknown;
}

interface MutationState {
  /** @returns the response, or undefined when the API refused the change: then `error` is set */
  readonly write: <Data>(url: string, change: Change) => Promise<Data | undefined>;
  readonly isBusy: boolean;
  /** The refusal of the last change. */
  readonly error: Error | undefined;
}

/** Sends the changes of a button or a form to the API. */
export function useMutation(): MutationState {
  const access = useAccess();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  return {
    isBusy,
    error,
    write: async <Data>(url: string, change: Change) => {
      setBusy(true);
      setError(undefined);
      try {
        return await fetchJson<Data>(access, url, change);
      } catch (refusal) {
        setError(refusal instanceof Error ? refusal : new Error(String(refusal)));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
