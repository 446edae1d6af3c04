import { createHeadwaterClient, type HeadwaterClient } from '@headwater/client/client';
import type { System } from './system';

/** The typed client, for what a customer does right; `callApi` is for what the types would not let through. */
export function clientOf({ apiUrl, token }: System): HeadwaterClient {
  return createHeadwaterClient({ baseUrl: apiUrl, token });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The suite states what it expects of the body; there is nothing to gain from typing it twice.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Calls the API as a customer's server does. `path` begins with `/`; a `token` of null sends none. */
export async function callApi(
  system: System,
  method: string,
  path: string,
  {
    body,
    token = system.token,
    headers = {},
  }: { body?: unknown; token?: string | null; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${system.apiUrl}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (response.status === 429) {
    // As a good client does: wait as told, then ask again.
    await response.arrayBuffer();
    await new Promise((resolve) =>
      setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1_000),
    );
    return callApi(system, method, path, { body, token, headers });
  }
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
