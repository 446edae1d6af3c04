import { DESKTOP_CHROME } from '../../src/shop';

export interface SiteOfScene {
  readonly id: number;
  readonly key: string;
}

/** Returns a function that sends `POST /collect` as a browser. Refused events are part of the frauds, so every status is fine. */
export function collector(collectUrl: string) {
  return async (
    { id: site, key }: SiteOfScene,
    body: object,
    { query = '', headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<void> => {
    const response = await fetch(`${collectUrl}/collect${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': DESKTOP_CHROME, ...headers },
      body: JSON.stringify({ site, key, ...body }),
    });
    await response.arrayBuffer();
    if (response.status === 429 || response.status >= 500)
      throw new Error(`POST /collect: ${response.status}`);
  };
}
