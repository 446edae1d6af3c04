import type { ServerResponse } from 'node:http';
import helmet from 'helmet';

type Header = readonly [name: string, value: string];

/** The headers that helmet gives each answer. Asked once, because they are the same for every request. */
export function securityHeaders(): readonly Header[] {
  const headers: Header[] = [];
  const response = {
    setHeader: (name: string, value: string) => void headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet()({} as never, response as unknown as ServerResponse, (error: unknown) => {
    if (error instanceof Error) throw error;
  });
  return headers;
}
