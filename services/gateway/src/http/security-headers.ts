import type { ServerResponse } from 'node:http';
import helmet from 'helmet';

type HeaderSetter = (request: never, response: ServerResponse, next: (error?: Error) => void) => void;

/** Headers of every response, computed once. A browser that renders JSON as a page runs, loads and frames nothing. */
export function securityHeaders(): Readonly<Record<string, string>> {
  return collectHeaders([
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    }),
    helmet.crossOriginResourcePolicy(),
    helmet.strictTransportSecurity(),
    helmet.xContentTypeOptions(),
  ]);
}

/** Additional headers of pages and their files. Pages also replace the Content-Security-Policy. */
export function documentHeaders(): Readonly<Record<string, string>> {
  return collectHeaders([
    helmet.crossOriginOpenerPolicy(),
    helmet.originAgentCluster(),
    helmet.referrerPolicy(),
    helmet.xDnsPrefetchControl(),
    helmet.xDownloadOptions(),
    helmet.xFrameOptions({ action: 'deny' }),
    helmet.xPermittedCrossDomainPolicies(),
    helmet.xXssProtection(),
  ]);
}

function collectHeaders(setters: readonly HeaderSetter[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
  };
  for (const set of setters)
    set({} as never, response as unknown as ServerResponse, (error) => {
      if (error) throw error;
    });
  return headers;
}
