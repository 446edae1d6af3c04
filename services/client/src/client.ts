import createOpenApiClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../gen/api';
import { HeadwaterError, type Problem } from './error';
import { fetchWithRetries, queryString, type RetryOptions } from './request';

/** Request and response schemas, by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** The OpenAPI document as types: `Paths['/api/v1/sites']['get']`. */
export type Paths = paths;

/** Typed calls by method and path: `api.GET('/api/v1/sites/{id}', {params: {path: {id: 1}}})`. */
export type HeadwaterClient = Client<paths>;

export interface ClientOptions extends Partial<Omit<RetryOptions, 'fetch'>> {
  /** URL of the gateway, such as `https://headwater.example.com`. */
  readonly baseUrl: string;
  /** API token of the workspace. Use it only on servers. */
  readonly token: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Creates the client of a workspace. Adds an Idempotency-Key to each POST, so that retries are safe. */
export function createHeadwaterClient(options: ClientOptions): HeadwaterClient {
  const retryOptions: RetryOptions = {
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
    fetch: (request) => fetchWithRetries(request, retryOptions),
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

/** The result of a call. */
type Outcome<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** Returns the response body of a call: `const site = await answerOf(api.POST('/api/v1/sites', {body: {domain}}))`. @throws HeadwaterError */
export async function answerOf<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined && data !== null) return data;
  const { status } = response;
  if (isProblem(error)) throw new HeadwaterError(error);
  throw new HeadwaterError({
    status,
    code: 'unreadable_answer',
    detail: `The response (status ${status}) did not come from Headwater. Check baseUrl and proxies.`,
  });
}

/**
 * Sends up to 20 GET requests as one: `const [sites, goals] = await readBatch(api, ['/api/v1/sites', '/api/v1/sites/1/goals'])`.
 * Returns the bodies in the order of the paths, and a HeadwaterError in place of the body of a failed request.
 *
 * @throws HeadwaterError if the batch fails
 */
export async function readBatch(api: HeadwaterClient, paths: readonly string[]): Promise<readonly object[]> {
  const body = { requests: paths.map((path) => ({ path })) };
  const { responses } = await answerOf(api.POST('/api/v1/batch', { body }));
  return responses.map((each) => (isProblem(each.body) ? new HeadwaterError(each.body) : each.body));
}

type IdentifyBody = Paths['/api/v1/identify']['post']['requestBody']['content']['application/json'];

/** An account, and the visitor that signed up; undefined without a visitor id: consent was refused, or the script was blocked. */
export type SignUp = Omit<IdentifyBody, 'anonymous_id'> & { readonly anonymousId: string | undefined };

/** The result of a signup. */
export interface SignedUp {
  /** Whether a channel is recorded. False without a visitor id. */
  readonly linked: boolean;
  readonly channel?: string;
  /** Fields that were left out. */
  readonly warnings: readonly { readonly field: string; readonly message: string }[];
}

/**
 * Links a visitor to an account. Without a visitor id, saves the account with a bulk call of one row: it records no channel.
 *
 * @throws HeadwaterError, also if the address is invalid
 */
export async function identify(api: HeadwaterClient, { anonymousId, ...account }: SignUp): Promise<SignedUp> {
  if (anonymousId !== undefined && anonymousId !== '') {
    const body = { ...account, anonymous_id: anonymousId };
    const { linked, channel, warnings = [] } = await answerOf(api.POST('/api/v1/identify', { body }));
    return { linked, ...(channel === undefined ? {} : { channel }), warnings };
  }
  const { errors, warnings } = await answerOf(
    api.POST('/api/v1/identify/bulk', { body: { users: [account] } }),
  );
  const [error] = errors;
  if (error)
    throw new HeadwaterError({
      status: 400,
      code: 'invalid_request',
      detail: error.message,
      errors: [{ field: error.field, message: error.message }],
    });
  return { linked: false, warnings };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}
