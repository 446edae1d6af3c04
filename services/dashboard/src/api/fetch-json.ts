import { HeadwaterError, type Problem } from '@headwater/client/error';
import { persistentFetch } from '@headwater/client/persistent-fetch';
import type { Access } from './access';
import { randomUuid } from './random-uuid';

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A call that a person waits for: two more tries, none after a longer wait than that for the next budget. */
const PERSISTENCE = {
  fetch: (request: Request) => fetch(request),
  retries: 2,
  longestWaitMs: 4_000,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** Calls the gateway that served this page. @throws HeadwaterError; AbortError when `signal` says so */
export async function fetchJson<Answer>(
  access: Pick<Access, 'headers' | 'onLost'>,
  url: string,
  { method = 'GET', body, signal }: Call = {},
): Promise<Answer> {
  const request = new Request(new URL(url, location.origin), {
    method,
    headers: {
      ...access.headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      // Makes a repeat harmless, and so possible.
      ...(method === 'POST' ? { 'idempotency-key': randomUuid() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const response = await persistentFetch(request, PERSISTENCE);
  if (response.status === 204) return undefined as Answer;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as Answer;
  if (response.status === 401) access.onLost();
  throw new HeadwaterError(isProblem(answer) ? answer : unreadable(response.status));
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer;
}

const unreadable = (status: number) => ({
  status,
  code: 'unreadable_answer' as const,
  detail: `Something other than Headwater answered ${status}.`,
});
