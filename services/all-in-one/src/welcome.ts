export interface Welcome {
  readonly apiUrl: string;
  readonly collectUrl: string;
  /** gRPC port of each service, on loopback. */
  readonly grpcPorts: Readonly<Record<string, number>>;
  /** Shell expression for the token: `$(cat …/token)` or a variable. */
  readonly tokenInShell: string;
  /** Description of the token's source. */
  readonly tokenSource: string;
  readonly dataDir: string;
  readonly ms: number;
}

/** The text printed when all services are ready: addresses and three commands to try. */
export function welcomeText(welcome: Welcome): string {
  const { apiUrl } = welcome;
  const grpc = Object.entries(welcome.grpcPorts)
    .map(([name, port]) => `${name} 127.0.0.1:${port}`)
    .join(' · ');
  const authorization = `-H "Authorization: Bearer ${welcome.tokenInShell}"`;
  const json = `-H 'Content-Type: application/json'`;
  const signup = JSON.stringify({
    events: [
      {
        anonymous_id: 'visitor-1',
        name: 'pageview',
        url: 'https://example.com/pricing',
        referrer: 'https://www.google.com/',
      },
      {
        anonymous_id: 'visitor-1',
        name: 'signup',
        url: 'https://example.com/pricing',
        props: { plan: 'pro' },
      },
    ],
  });
  return `
Headwater is ready (${(welcome.ms / 1000).toFixed(1)} s).

  Dashboard  ${apiUrl}        sign in: npm run admin -- dashboard-link
  API        ${apiUrl}        reference: ${apiUrl}/docs
  Collector  ${welcome.collectUrl}
  gRPC       ${grpc}
  Token      ${welcome.tokenSource}
  Data       ${welcome.dataDir}

Try it: create a site, send an event, query the analysis.

  SITE=$(curl -s ${apiUrl}/api/v1/sites ${authorization} ${json} -d '{"domain":"example.com"}' | sed 's/.*"id":\\([0-9]*\\).*/\\1/'); echo "site $SITE"

  curl -sw '\\n' ${apiUrl}/api/v1/sites/$SITE/events ${authorization} ${json} -d '${signup}'

  curl -sw '\\n' "${apiUrl}/api/v1/sites/$SITE/events/signup?range=7d&dimension=channel" ${authorization}

Stop with Ctrl-C.
`;
}
