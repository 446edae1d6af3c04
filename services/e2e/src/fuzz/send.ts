import type { System } from '../system';

/** A request as the fuzz makes it up. */
export interface FuzzedRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** Without parameters. */
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends it as it is. */
export async function send(system: System, { method, url, headers, body }: FuzzedRequest): Promise<Answer> {
  const response = await fetch(`${system.apiUrl}${url}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    type: (response.headers.get('content-type') ?? '').split(';')[0] ?? '',
    headers: response.headers,
    text: await response.text(),
  };
}
