import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** A minimal client of the HTTP API. */
export interface Api {
  /** Sends a GET request and returns the parsed response. @throws Error with the detail of the problem */
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /** Sends a POST request and returns the parsed response. @throws Error with the detail of the problem */
  post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<T>;
}

const PROBLEM = z.object({ detail: z.string().optional(), title: z.string().optional() });

const MAX_ATTEMPTS = 8;
const DEADLINE_MS = 30_000;

/** @param apiUrl without a trailing slash */
export function createApi(apiUrl: string, token: string): Api {
  const authorization = `Bearer ${token}`;
  const call = async <T>(path: string, request: RequestInit, schema: z.ZodType<T>): Promise<T> => {
    const response = await send(apiUrl, path, request);
    const json: unknown = await response.json().catch(() => undefined);
    if (response.ok) return schema.parse(json);
    const problem = PROBLEM.safeParse(json).data;
    throw new Error(
      `${request.method} ${path} returned ${response.status}: ${problem?.detail ?? problem?.title ?? response.statusText}`,
    );
  };
  return {
    get: (path, schema) => call(path, { method: 'GET', headers: { authorization } }, schema),
    post: (path, body, schema) =>
      call(
        path,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
        schema,
      ),
  };
}

/** Sends a request, and retries after 429. All calls of the seed are idempotent. */
async function send(apiUrl: string, path: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await reach(apiUrl, path, request);
    if (response.status !== 429 || attempt === MAX_ATTEMPTS) return response;
    await sleep(1_000 * (Number(response.headers.get('retry-after')) || 1));
  }
}

async function reach(apiUrl: string, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(`${apiUrl}${path}`, { ...request, signal: AbortSignal.timeout(DEADLINE_MS) });
  } catch (cause) {
    throw new Error(`Headwater is unreachable at ${apiUrl}. Run \`npm start\` in another terminal.`, {
      cause,
    });
  }
}
