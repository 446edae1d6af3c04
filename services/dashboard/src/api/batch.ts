import { MAX_BATCH_READS } from '@headwater/protos/limits';

/** A request that waits for its batch, and then for its response. */
interface Waiting {
  readonly request: Request;
  readonly resolve: (response: Response | Promise<Response>) => void;
  readonly reject: (reason: unknown) => void;
}

let waiting: Waiting[] = [];

/**
 * Sends a request. Reads of the API that start in the same task become one request: each gets its response as soon as it is ready, and
 * its own error. A single one is sent alone, so that the browser can revalidate the response that it has stored.
 */
export function fetchTogether(request: Request): Promise<Response> {
  if (request.method !== 'GET' || !pathOf(request).startsWith('/api/v1/')) return fetch(request);
  return new Promise((resolve, reject) => {
    if (waiting.push({ request, resolve, reject }) === 1)
      setTimeout(() => {
        const reads = waiting.filter(({ request: { signal }, reject: end }) => {
          if (signal.aborted) end(signal.reason);
          return !signal.aborted;
        });
        waiting = [];
        while (reads.length > 0) void send(reads.splice(0, MAX_BATCH_READS));
      });
  });
}

async function send(reads: readonly Waiting[]): Promise<void> {
  const [first] = reads;
  if (!first) return;
  const sendAlone = () => reads.forEach(({ request, resolve }) => resolve(fetch(request)));
  if (reads.length === 1) return sendAlone();
  const pending = new Set(reads);
  const stop = new AbortController();
  for (const read of reads)
    read.request.signal.onabort = () => {
      read.reject(read.request.signal.reason);
      pending.delete(read);
      if (pending.size === 0) stop.abort();
    };
  try {
    const headers = new Headers(first.request.headers);
    headers.set('accept', 'application/x-ndjson');
    headers.set('content-type', 'application/json');
    const response = await fetch('/api/v1/batch', {
      method: 'POST',
      headers,
      body: JSON.stringify({ requests: reads.map(({ request }) => ({ path: pathOf(request) })) }),
      signal: stop.signal,
    });
    // From a replica of an earlier version.
    if (response.status === 404) return sendAlone();
    if (!response.ok) return reads.forEach(({ resolve }) => resolve(response.clone()));
    for await (const line of linesOf(response)) {
      const { index, status, retryAfter, body } = JSON.parse(line) as Line;
      const read = reads[index];
      read?.resolve(
        new Response(JSON.stringify(body), { status, headers: { 'retry-after': `${retryAfter ?? 0}` } }),
      );
      if (read) pending.delete(read);
    }
    throw new TypeError();
  } catch (error) {
    // Has no effect on those with a response.
    for (const { reject } of reads) reject(error);
  }
}

interface Line {
  readonly index: number;
  readonly status: number;
  readonly retryAfter?: number;
  readonly body: object;
}

const pathOf = ({ url }: Request): string => url.slice(location.origin.length);

/** The lines of a response, each as soon as it arrives. */
export async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
