import { operationsOf, rightsOf, type OpenApi } from './openapi-types';

/** `llms.txt`: what a program that writes programs needs to know of the API, in a page of Markdown. */
export function llmsText(document: OpenApi): string {
  const url = document.servers[0]?.url ?? '';
  const lines = operationsOf(document).map(
    (operation) =>
      `- \`${operation.method} ${operation.path}\`: ${operation.summary} (${rightsOf(operation)})`,
  );
  return `# ${document.info.title}

> ${document.info.description ?? ''}

- Base URL: ${url}. Send \`Authorization: Bearer <API_TOKEN>\`; server to server only.
- Bodies are JSON; unknown fields and query parameters are refused with 400. Errors are problem documents (RFC 9457); \`code\`
  is from a closed list and \`detail\` says what to do.
- Send a random \`Idempotency-Key\` with a POST to be able to repeat it safely within 24 hours.
- On 429 and 503 wait for \`Retry-After\` seconds.

- The same as tools of the Model Context Protocol: ${url}/mcp (streamable HTTP, stateless, the same bearer token).

## API

${lines.join('\n')}

## Errors

${document['x-errors'].map(({ code, status, meaning }) => `- ${status} \`${code}\`: ${meaning}`).join('\n')}

## Limits

${document['x-limits'].map(({ what, value }) => `- ${what}: ${value}`).join('\n')}

## More

- [OpenAPI 3.1 document](${url}/openapi.json)
- [Reference page](${url}/docs)
`;
}
