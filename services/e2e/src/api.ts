import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createHeadwaterClient, type HeadwaterClient } from '@headwater/client/client';

/** A running Headwater deployment, seen from outside. */
export interface System {
  readonly apiUrl: string;
  readonly collectUrl: string;
  readonly token: string;
  /** Stops all processes and removes the stored data. */
  stop(): Promise<void>;
}

/** The typed client, for valid requests. `callApi` also sends requests that the types forbid. */
export function clientOf({ apiUrl, token }: System): HeadwaterClient {
  return createHeadwaterClient({ baseUrl: apiUrl, token });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // Tests assert the shape of the body.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Calls the API. Waits and retries after a 429. `path` begins with `/`; a `token` of null omits the header. */
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

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token in the documented format, `hw_<12 hex>_<43 base62><6 base62 digits: CRC-32 of the text before>`, created without product code. */
export function wellFormedToken(): string {
  const secret = [...randomBytes(43)].map((byte) => DIGITS[byte % 62]).join('');
  const body = `hw_${randomBytes(6).toString('hex')}_${secret}`;
  let checksum = '';
  for (let rest = crc32(body), digit = 0; digit < 6; digit += 1, rest = Math.floor(rest / 62)) {
    checksum = `${DIGITS[rest % 62]}${checksum}`;
  }
  return body + checksum;
}
