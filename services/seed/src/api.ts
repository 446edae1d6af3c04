import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** The HTTP API with a token. */
export interface Api {
  /** Reads JSON and gives the parsed answer. @throws with the problem's own words. */
  get<T>(path: string, answer: z.ZodType<T>): Promise<T>;
  /** Posts JSON and gives the parsed answer. @throws with the problem's own words. */
  post<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T>;
}

const PROBLEM = z.object({ detail: z.string().optional(), title: z.string().optional() });

const MOST_ATTEMPTS = 8;
const DEADLINE_MS = 30_000;

/** @param apiUrl without a trailing slash */
export function createApi(apiUrl: string, token: string): Api {
  const authorization = `Bearer ${token}`;
  const call = async <T>(path: string, request: RequestInit, answer: z.ZodType<T>): Promise<T> => {
    const response = await send(apiUrl, path, request);
    const json: unknown = await response.json().catch(() => undefined);
    if (response.ok) return answer.parse(json);
    const problem = PROBLEM.safeParse(json).data;
    throw new Error(
      `${request.method} ${path} answered ${response.status}: ${problem?.detail ?? problem?.title ?? response.statusText}`,
    );
  };
  return {
    get: (path, answer) => call(path, { method: 'GET', headers: { authorization } }, answer),
    post: (path, body, answer) =>
      call(
        path,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
        answer,
      ),
  };
}

/** Sends again, as told, while the rate limit is reached: every call of the seed may be repeated. */
async function send(apiUrl: string, path: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await reach(apiUrl, path, request);
    if (response.status !== 429 || attempt === MOST_ATTEMPTS) return response;
    await sleep(1_000 * (Number(response.headers.get('retry-after')) || 1));
  }
}

async function reach(apiUrl: string, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(`${apiUrl}${path}`, { ...request, signal: AbortSignal.timeout(DEADLINE_MS) });
  } catch (cause) {
    throw new Error(`Headwater does not answer at ${apiUrl}. Run \`npm start\` first, in another terminal.`, {
      cause,
    });
  }
}
