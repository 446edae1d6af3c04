import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/query-core';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../strings/text';
import { fetchJson, useAccess, type Access } from './fetch-json';
import type { ApiRequest } from './request';

/** Time for which a response is reused. Cards and pages that request the same share one response. */
const FRESH_MS = 5_000;

/**
 * Responses of this tab by credentials and URL: the back button shows a page immediately. Responses that are no longer shown are
 * kept for five minutes. A page that becomes visible again requests its data again.
 */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // `fetchJson` retries.
      retry: false,
      // A failed request reports that the connection is lost.
      networkMode: 'always',
      placeholderData: keepPreviousData,
    },
  },
});

/** Removes all responses. Call it when a user signs in or out. */
export const clearResponses = (): void => client.clear();

/** Requests all shown data again. `write` does it after each change. */
export const reloadAll = (): void => void client.invalidateQueries();

/** Shows the present response to a request, which arrived in a stream. */
export const putResponse = <Data>({ headers }: Access, { url }: ApiRequest<Data>, data: Data): void =>
  void client.setQueryData([headers, url], data);

/** The state of a request. `data` keeps the previous response until the next one arrives, so that a page does not flicker. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  /** True until the response to the current request arrives; `data` then belongs to the previous request. */
  readonly isLoading: boolean;
  /** Sends the request again. */
  readonly reload: () => void;
  /** Stops the current request: `error` is then a `StoppedError`, and the request is repeated only by `reload`. */
  readonly stop: () => void;
}

/** The user stopped the request. */
export class StoppedError extends Error {
  constructor() {
    super(t('You stopped this request before the response arrived.'));
  }
}

interface Options<Data> {
  /** Repeats the request at this interval, in milliseconds, while the page is visible. */
  readonly everyMs?: number;
  /** Ends the repetition when it returns true. */
  readonly until?: (data: Data) => boolean;
}

/** Sends a read request, and again whenever it changes. Sends nothing while `request` is undefined. */
export function useQuery<Data>(
  request: ApiRequest<Data> | undefined,
  { everyMs, until }: Options<Data> = {},
): QueryState<Data> {
  const access = useAccess();
  const url = request?.url;
  const [stoppedUrl, setStoppedUrl] = useState<string>();
  const isStopped = url !== undefined && stoppedUrl === url;
  const queryKey = [access.headers, url];
  const options = client.defaultQueryOptions<Data>({
    queryKey,
    queryFn: ({ signal }) => fetchJson<Data>(access, url ?? '', { signal }),
    enabled: url !== undefined && !isStopped,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && until?.(data) ? false : (everyMs ?? false),
    notifyOnChangeProps: ['data', 'error', 'status', 'isPlaceholderData'],
  });
  const [observer] = useState(() => new QueryObserver<Data>(client, options));
  const [, update] = useState({});
  useEffect(() => observer.subscribe(() => update({})), [observer]);
  useEffect(() => observer.setOptions(options), [access, url, isStopped, everyMs]);

  const { data, error, isPlaceholderData } = observer.getOptimisticResult(options);
  // A failed request has no data of another request.
  const isOfOther = isPlaceholderData && isStopped;
  return {
    data: isOfOther ? undefined : data,
    error: isStopped ? new StoppedError() : (error ?? undefined),
    isLoading: url !== undefined && !isStopped && (isPlaceholderData || (data === undefined && !error)),
    reload: () => {
      if (isStopped) setStoppedUrl(undefined);
      else void observer.refetch();
    },
    stop: () => {
      setStoppedUrl(url);
      void client.cancelQueries({ queryKey, exact: true });
    },
  };
}

interface Change {
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  /** A CSV file, in place of `body`. */
  readonly csv?: string;
  /** False: the caller calls `reloadAll` later. */
  readonly reloads?: boolean;
}

interface MutationState {
  /** @returns the response, or undefined when the API refused the change: then `error` is set */
  readonly write: <Data>(url: string, change: Change) => Promise<Data | undefined>;
  readonly isBusy: boolean;
  /** The refusal of the last change. */
  readonly error: Error | undefined;
}

/** Sends the changes of a button or a form to the API, and then requests all shown data again. */
export function useMutation(): MutationState {
  const access = useAccess();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  return {
    isBusy,
    error,
    write: async <Data>(url: string, { reloads = true, ...change }: Change) => {
      setBusy(true);
      setError(undefined);
      try {
        const response = await fetchJson<Data>(access, url, change);
        if (reloads) reloadAll();
        return response;
      } catch (refusal) {
        setError(refusal instanceof Error ? refusal : new Error(String(refusal)));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
