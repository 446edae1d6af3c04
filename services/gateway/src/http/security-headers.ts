import type { ServerResponse } from 'node:http';
import helmet from 'helmet';

/** The headers that helmet gives each answer, names and values in turn. Asked once: they are the same for every request. */
export function securityHeaders(): readonly string[] {
  const headers: string[] = [];
  const response = {
    setHeader: (name: string, value: string) => void headers.push(name, value),
    removeHeader: () => undefined,
  };
  helmet()({} as never, response as unknown as ServerResponse, (error: unknown) => {
    if (error instanceof Error) throw error;
  });
  return headers;
}
