import { HeadwaterError } from './error';

export interface Persistence {
  readonly fetch: (request: Request) => Promise<Response>;
  /** How often to try again at most. */
  readonly retries: number;
  /** Longest wait before a further try, in milliseconds; a longer `Retry-After` is not waited for. */
  readonly longestWaitMs: number;
  readonly wait: (ms: number) => Promise<void>;
  readonly random: () => number;
}

/** Statuses that another try may mend: too many requests, a part restarting, a part too slow. */
const PASSING = [429, 502, 503, 504];
const FIRST_WAIT_MS = 200;

/**
 * Sends a request and, where a repeat can do no harm, sends it again after a failure that may pass: a POST only under its
 * Idempotency-Key, which makes the API give the first answer again.
 *
 * @throws HeadwaterError `no_answer` when the last try got none.
 */
export async function persistentFetch(request: Request, persistence: Persistence): Promise<Response> {
  const { fetch, retries, longestWaitMs, wait, random } = persistence;
  const mayRepeat = !['POST', 'PATCH'].includes(request.method) || request.headers.has('idempotency-key');
  for (let attempt = 0; ; attempt += 1) {
    const isLast = !mayRepeat || attempt >= retries;
    const answer = await fetch(request.clone()).catch((cause: unknown) => {
      // Whoever aborts wants no further try and no other error.
      if (request.signal.aborted) throw cause;
      if (isLast) throw noAnswer(request, cause);
      return undefined;
    });
    if (answer && (isLast || !PASSING.includes(answer.status))) return answer;
    const told = Number(answer?.headers.get('retry-after') ?? 0) * 1_000;
    if (answer && told > longestWaitMs) return answer;
    await answer?.body?.cancel();
    // Up to twice as long each time, at random, so that many clients do not come back at once.
    const backOff = FIRST_WAIT_MS * 2 ** attempt * (0.5 + random() / 2);
    await wait(Math.min(longestWaitMs, Math.max(told, backOff)));
    request.signal.throwIfAborted();
  }
}

function noAnswer({ method, url }: Request, cause: unknown): HeadwaterError {
  const detail = `${method} ${new URL(url).pathname} got no answer.`;
  return new HeadwaterError({ status: 0, code: 'no_answer', detail }, { cause });
}
