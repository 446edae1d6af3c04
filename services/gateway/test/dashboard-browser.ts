import type { Gateway } from './gateway-fixture';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A request of a page, without the headers that its browser adds. */
export interface PageRequest {
  readonly json?: unknown;
  readonly raw?: string;
  /** Set last; null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** A browser with a page of the dashboard: stores its cookie and sends the headers of browsers. */
export function dashboardBrowser(origin: string) {
  let cookie: string | undefined;
  const request = async (method: string, path: string, question: PageRequest = {}): Promise<PageAnswer> => {
    const { json, raw, headers: own = {} } = question;
    const body = json === undefined ? raw : JSON.stringify(json);
    const sent: Record<string, string | null> = {
      'x-headwater-dashboard': '1',
      cookie: cookie ?? null,
      origin: method === 'GET' ? null : origin,
      'content-type': body === undefined ? null : 'application/json',
      ...own,
    };
    const headers = Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== null);
    const response = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const set = response.headers.get('set-cookie');
    if (set !== null) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
  return {
    request,
    cookie: () => cookie,
    signIn: (code: string, attempt?: string) =>
      request('POST', '/dashboard/session', {
        json: { code, ...(attempt === undefined ? {} : { attempt }) },
      }),
  };
}

/** The code of a new sign-in link. */
export async function newCode(gateway: Gateway, json: object = {}, token?: string): Promise<string> {
  const { body } = await gateway.request('POST', '/api/v1/dashboard-links', {
    json,
    ...(token === undefined ? {} : { token }),
  });
  return new URL(String(body['url'])).hash.slice(1);
}

/** A browser that is signed in to our workspace, or to the workspace of `token`. */
export async function signedIn(gateway: Gateway, json: object = {}, token?: string) {
  const browser = dashboardBrowser(gateway.origin);
  const { status } = await browser.signIn(await newCode(gateway, json, token));
  if (status !== 204) throw new Error(`signing in answered ${status}`);
  return browser;
}
