import { HeadwaterError } from './error';

/** Formats a query string: filters as `filter[key]=value` or `filter[key][operator]=value`, lists as repeated parameters. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairs(name, value))).toString();
}

function pairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((each) => pairs(name, each));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [[name, String(value)]];
  return [];
}

export interface RetryOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Max number of retries. */
  readonly retries: number;
  /** Max wait before a retry, in milliseconds. No retry after a longer `Retry-After`. */
  readonly longestWaitMs: number;
  readonly wait: (ms: number) => Promise<void>;
  readonly random: () => number;
}

/** Statuses of temporary failures: too many requests, restarts, timeouts. */
const RETRYABLE = [429, 502, 503, 504];
const FIRST_WAIT_MS = 200;

/**
 * Sends a request and retries it after temporary failures. Retries a POST only with an Idempotency-Key, for which the API
 * returns the first response again, and never a PATCH.
 *
 * @throws HeadwaterError `no_answer` when the last attempt got no response
 */
export async function fetchWithRetries(request: Request, retryOptions: RetryOptions): Promise<Response> {
  const { fetch, retries, longestWaitMs, wait, random } = retryOptions;
  const isRetryable = !['POST', 'PATCH'].includes(request.method) || request.headers.has('idempotency-key');
  for (let attempt = 0; ; attempt += 1) {
    const isLast = !isRetryable || attempt >= retries;
    const response = await fetch(request.clone()).catch((cause: unknown) => {
      // An abort ends the retries and keeps its error.
      if (request.signal.aborted) throw cause;
      if (isLast) throw noAnswer(request, cause);
      return undefined;
    });
    if (response && (isLast || !RETRYABLE.includes(response.status))) return response;
    const retryAfter = Number(response?.headers.get('retry-after') ?? 0) * 1_000;
    if (response && retryAfter > longestWaitMs) return response;
    await response?.body?.cancel();
    // Exponential backoff with jitter, so that clients do not retry concurrently.
    const backOff = FIRST_WAIT_MS * 2 ** attempt * (0.5 + random() / 2);
    await wait(Math.min(longestWaitMs, Math.max(retryAfter, backOff)));
    request.signal.throwIfAborted();
  }
}

function noAnswer({ method, url }: Request, cause: unknown): HeadwaterError {
  const detail = `No response to ${method} ${new URL(url).pathname}. Check the network and the URL.`;
  return new HeadwaterError({ status: 0, code: 'no_answer', detail }, { cause });
}
