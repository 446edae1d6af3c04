import type { ServerResponse } from 'node:http';
import helmet from 'helmet';

type Setter = (request: never, response: ServerResponse, next: (error?: Error) => void) => void;

/**
 * The headers of every answer. Asked once: they are the same for every request. A browser that should take JSON for a page
 * runs, loads and frames nothing of it.
 */
export function securityHeaders(): Readonly<Record<string, string>> {
  return headersOf([
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    }),
    helmet.crossOriginResourcePolicy(),
    helmet.strictTransportSecurity(),
    helmet.xContentTypeOptions(),
  ]);
}

/** What only documents heed: those of pages and their files, beside a policy of their own in place of the one of all. */
export function documentHeaders(): Readonly<Record<string, string>> {
  return headersOf([
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

function headersOf(setters: readonly Setter[]): Readonly<Record<string, string>> {
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
