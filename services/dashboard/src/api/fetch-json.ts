import { HeadwaterError, type Problem } from '@headwater/client/error';
import { fetchWithRetries } from '@headwater/client/request';
import type { SharedPage } from '@headwater/protos/vocabulary';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { t } from '../strings/text';
import { fetchTogether } from './batch';
import { randomUuid } from './random';

/** The report of a share link. */
export interface SharedReport {
  readonly page: SharedPage;
  readonly site: {
    readonly id: number;
    readonly name: string;
    readonly domain: string;
    readonly timezone: string;
  };
}

/** The credentials of a page: those of a signed-in user or of a share link. */
export interface Access {
  /** Sent with each request; part of the cache key. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a share link shows; undefined for signed-in users. */
  readonly shared?: SharedReport;
  /** Called when the API reports that the session or the link has ended. */
  readonly onLost: () => void;
}

export const AccessContext = createContext<Access | undefined>(undefined);

/** @throws outside of an `AccessContext` */
export function useAccess(): Access {
  const access = useContext(AccessContext);
  if (!access) throw new Error('useAccess needs an AccessContext.');
  return access;
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  /** A CSV file, in place of `body`. */
  readonly csv?: string;
  readonly signal?: AbortSignal;
}

/** A user waits for the response: two retries, none that would wait longer than 4 s. */
const RETRY_OPTIONS = {
  fetch: fetchTogether,
  retries: 2,
  longestWaitMs: 4_000,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** Calls the gateway that served this page. @throws HeadwaterError, or AbortError when `signal` aborts */
export async function fetchJson<Answer>(
  access: Pick<Access, 'headers' | 'onLost'>,
  url: string,
  { method = 'GET', body, csv, signal }: Call = {},
): Promise<Answer> {
  const request = new Request(new URL(url, location.origin), {
    method,
    headers: {
      ...access.headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(csv === undefined ? {} : { 'content-type': 'text/csv' }),
      // Makes the request safe to retry.
      ...(method === 'POST' ? { 'idempotency-key': randomUuid() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(csv === undefined ? {} : { body: csv }),
    ...(signal ? { signal } : {}),
  });
  const response = await fetchWithRetries(request, RETRY_OPTIONS);
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
  detail: t('The response (status {status}) did not come from Headwater. Check the proxy in front of it.', {
    status: String(status),
  }),
});
