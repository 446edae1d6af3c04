import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useAccess } from './access';
import { answerCache } from './answer-cache';
import { fetchJson } from './fetch-json';
import type { Question } from './question';

/** Where a question stands. `data` stays while a changed question is under way, so that a page does not flicker. */
export interface Answered<Answer> {
  readonly data: Answer | undefined;
  readonly error: Error | undefined;
  /** The data is that of an earlier question, or there is none yet. */
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface Options {
  /** Asks again after so many milliseconds while the page can be seen. */
  readonly everyMs?: number;
}

interface Held {
  readonly url: string | undefined;
  readonly data: unknown;
  readonly error: Error | undefined;
}

/** Asks the API, again whenever the question changes; nothing is asked without one. */
export function useAnswer<Answer>(
  question: Question<Answer> | undefined,
  { everyMs }: Options = {},
): Answered<Answer> {
  const access = useAccess();
  const url = question?.url;
  const keyOf = (of: string) => `${JSON.stringify(access.headers)} ${of}`;
  const [held, setHeld] = useState<Held>({ url: undefined, data: undefined, error: undefined });
  const [turn, setTurn] = useState(0);
  const accessRef = useRef(access);
  accessRef.current = access;

  useEffect(() => {
    if (url === undefined) return undefined;
    const abort = new AbortController();
    const key = keyOf(url);
    const cached = answerCache.get(key);
    if (cached !== undefined) setHeld({ url, data: cached, error: undefined });
    fetchJson<Answer>(accessRef.current, url, { signal: abort.signal }).then(
      (data) => {
        answerCache.set(key, data);
        if (!abort.signal.aborted) setHeld({ url, data, error: undefined });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setHeld({ url, data: undefined, error: error instanceof Error ? error : new Error(String(error)) });
      },
    );
    return () => abort.abort();
  }, [url, turn]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  useEffect(() => {
    if (everyMs === undefined || url === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, url, reload]);

  return {
    data: held.data as Answer | undefined,
    error: held.url === url ? held.error : undefined,
    isLoading: url !== undefined && held.url !== url,
    reload,
  };
}
