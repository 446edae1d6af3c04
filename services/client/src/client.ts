import createOpenApiClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../gen/api';
import { HeadwaterError, type Problem } from './error';
import { persistentFetch, type Persistence } from './persistent-fetch';
import { queryString } from './query-string';

/** Every shape that the API takes and answers, by its name in the OpenAPI document. */
export type Schemas = components['schemas'];

/** The whole OpenAPI document as types: `Paths['/api/v1/sites']['get']`. */
export type Paths = paths;

/** Calls by method and path, as the OpenAPI document has them: `api.GET('/api/v1/sites/{id}', {params: {path: {id: 1}}})`. */
export type HeadwaterClient = Client<paths>;

export interface ClientOptions extends Partial<Omit<Persistence, 'fetch'>> {
  /** Such as `https://headwater.example.com`. */
  readonly baseUrl: string;
  /** The workspace API token. Server to server only. */
  readonly token: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client of one workspace. Each POST gets an Idempotency-Key, so that it can be tried again without harm. */
export function createHeadwaterClient(options: ClientOptions): HeadwaterClient {
  const persistence: Persistence = {
    fetch: options.fetch ?? ((request) => fetch(request)),
    retries: options.retries ?? 3,
    longestWaitMs: options.longestWaitMs ?? 30_000,
    wait: options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    random: options.random ?? Math.random,
  };
  const client = createOpenApiClient<paths>({
    baseUrl: options.baseUrl,
    querySerializer: queryString,
    headers: { authorization: `Bearer ${options.token}` },
    fetch: (request) => persistentFetch(request, persistence),
  });
  client.use({
    onRequest: ({ request }) => {
      if (request.method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID());
      return request;
    },
  });
  return client;
}

/** What a call of the client resolves to. */
type Outcome<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** The answer of a call: `const site = await answerOf(api.POST('/api/v1/sites', {body: {domain}}))`. @throws HeadwaterError */
export async function answerOf<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined && data !== null) return data;
  const { status } = response;
  if (isProblem(error)) throw new HeadwaterError(error);
  throw new HeadwaterError({
    status,
    code: 'unreadable_answer',
    detail: `Something other than Headwater answered ${status}.`,
  });
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
