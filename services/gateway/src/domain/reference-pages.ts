import { createHash } from 'node:crypto';
import {
  operationsOf,
  requiredTokenOf,
  type ListedOperation,
  type OpenApi,
  type Parameter,
} from './openapi-types';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
code,pre{font:13px/1.5 ui-monospace,monospace;background:#f4f4f2;border-radius:3px}code{padding:.1em .3em}
pre{padding:.8rem;overflow:auto}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;
border-bottom:1px solid #ddd;padding:.3rem .6rem .3rem 0}section{margin:2.5rem 0}h3 code{font-size:1em}nav ul{columns:2}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}code,pre{background:#262626}a{color:#8ab4ff}td,th{border-color:#444}}`;

/** Allows only the page's own style: the page has no scripts, images or fonts and calls no third party. */
export const REFERENCE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference as one static HTML page, generated from the OpenAPI document. */
export function referencePage(document: OpenApi): string {
  const operations = operationsOf(document);
  const url = document.servers[0]?.url ?? '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)} API</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(document.info.title)} API</h1>
<p>${escapeHtml(document.info.description ?? '')}</p>
<p>${inlineHtml(`Base URL \`${url}\`. Send \`Authorization: Bearer <API_TOKEN>\` with every call, from a server, never from a browser. ` + 'Bodies are JSON. Errors are problem documents (RFC 9457) with a `code` from a closed list.')}
OpenAPI document: <a href="/openapi.json">/openapi.json</a>. Tools of the Model Context Protocol: <code>/mcp</code>.</p>
<nav><p><a href="#errors">Errors</a> · <a href="#limits">Limits</a></p><ul>${operations.map(({ operationId, method, path }) => `<li><a href="#${escapeHtml(operationId)}">${method} ${escapeHtml(path)}</a></li>`).join('')}</ul></nav>
${operations.map(operationSection).join('\n')}
<section id="errors"><h2>Errors</h2><table><tr><th>Code</th><th>Status</th><th></th></tr>${document[
    'x-errors'
  ]
    .map(
      ({ code, status, meaning }) =>
        `<tr><td><code>${escapeHtml(code)}</code></td><td>${status}</td><td>${inlineHtml(meaning)}</td></tr>`,
    )
    .join('')}</table></section>
<section id="limits"><h2>Limits</h2><table>${document['x-limits']
    .map(({ what, value }) => `<tr><td>${inlineHtml(what)}</td><td>${inlineHtml(value)}</td></tr>`)
    .join('')}</table></section>
<h2>Schemas</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, schema]) =>
      `<section id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${json(schema)}</section>`,
  )
  .join('\n')}
</body></html>
`;
}

function operationSection(operation: ListedOperation): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = operation;
  const samples = operation['x-codeSamples'] ?? [];
  const body = requestBody?.content['application/json']?.schema;
  return `<section id="${escapeHtml(operationId)}"><h3><code>${method} ${escapeHtml(path)}</code></h3>
<p>${inlineHtml(summary)}. ${inlineHtml(`Needs ${requiredTokenOf(operation)}.`)}</p>
${description === undefined ? '' : paragraphs(description)}
${samples.map(({ source }) => `<pre>${escapeHtml(source)}</pre>`).join('')}
${parameters?.length ? `<table><tr><th>Parameter</th><th>In</th><th></th></tr>${parameters.map(parameterRow).join('')}</table>` : ''}
${body ? `<h4>Body</h4>${json(body)}` : ''}
${requestBody?.description === undefined ? '' : `<h4>Body</h4>${paragraphs(requestBody.description)}`}
<h4>Responses</h4><table>${Object.entries(responses)
    .map(
      ([status, { description, content }]) =>
        `<tr><td>${escapeHtml(status)}</td><td>${inlineHtml(description)}${schemaLink(content)}</td></tr>`,
    )
    .join('')}</table></section>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((each) =>
      each.startsWith('- ')
        ? `<ul>${each
            .slice(2)
            .split('\n- ')
            .map((item) => `<li>${inlineHtml(item)}</li>`)
            .join('')}</ul>`
        : `<p>${inlineHtml(each)}</p>`,
    )
    .join('');
}

function parameterRow({ name, in: location, required, description, schema }: Parameter): string {
  const text = description ?? schema?.description ?? '';
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(location)}${required ? ', required' : ''}</td><td>${inlineHtml(text)}</td></tr>`;
}

/** A link to the schema of a response body, or the schema itself if it has no name. */
function schemaLink(content: ListedOperation['responses'][string]['content']): string {
  const schema = Object.values(content ?? {})[0]?.schema as { $ref?: string } | undefined;
  if (schema === undefined) return '';
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return json(schema);
  return ` → <a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function json(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Escapes text and turns `backticks` into code elements. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** `llms.txt`: the API on one page of Markdown, for language models. */
export function llmsText(document: OpenApi): string {
  const url = document.servers[0]?.url ?? '';
  const lines = operationsOf(document).map(
    (operation) =>
      `- \`${operation.method} ${operation.path}\`: ${operation.summary} (${requiredTokenOf(operation)})`,
  );
  return `# ${document.info.title}

> ${document.info.description ?? ''}

- Base URL: ${url}. Send \`Authorization: Bearer <API_TOKEN>\`; server to server only.
- Bodies are JSON. Unknown fields and query parameters return 400. Errors are problem documents (RFC 9457): \`code\` is
  enumerated, and \`detail\` names the fix.
- Send a random \`Idempotency-Key\` with each POST and PATCH, so that you can repeat it safely within 24 hours, with a
  token of the same scopes and sites. Lookups ignore it.
- After 429 and 503, wait for \`Retry-After\` seconds.
- The same operations are tools of the Model Context Protocol: ${url}/mcp (streamable HTTP, stateless, same bearer token).

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
