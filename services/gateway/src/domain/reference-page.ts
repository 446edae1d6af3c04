import { createHash } from 'node:crypto';
import { escapeHtml, inlineHtml } from './html';
import { operationsOf, rightsOf, type ListedOperation, type OpenApi, type Parameter } from './openapi-types';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
code,pre{font:13px/1.5 ui-monospace,monospace;background:#f4f4f2;border-radius:3px}code{padding:.1em .3em}
pre{padding:.8rem;overflow:auto}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;
border-bottom:1px solid #ddd;padding:.3rem .6rem .3rem 0}section{margin:2.5rem 0}h3 code{font-size:1em}nav ul{columns:2}
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}code,pre{background:#262626}a{color:#8ab4ff}td,th{border-color:#444}}`;

/** Nothing but the page's own style may load: it has no script, no image, no font, and asks no third party. */
export const REFERENCE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference as one static page, made from the OpenAPI document alone. */
export function referencePage(document: OpenApi): string {
  const operations = operationsOf(document);
  const url = document.servers[0]?.url ?? '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)} API</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(document.info.title)} API</h1>
<p>${escapeHtml(document.info.description ?? '')}</p>
<p>${inlineHtml(`Base URL \`${url}\`. Send \`Authorization: Bearer <API_TOKEN>\` with every call, from a server, never from a browser. ` + 'Bodies are JSON. Errors are problem documents (RFC 9457) with a `code` from a closed list.')}
The same as data: <a href="/openapi.json">/openapi.json</a>. The same as tools of the Model Context Protocol: <code>/mcp</code>.</p>
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
  const { operationId, method, path, summary, parameters, requestBody, responses } = operation;
  const samples = operation['x-codeSamples'] ?? [];
  const body = requestBody?.content['application/json']?.schema;
  return `<section id="${escapeHtml(operationId)}"><h3><code>${method} ${escapeHtml(path)}</code></h3>
<p>${inlineHtml(summary)}. ${inlineHtml(`Needs ${rightsOf(operation)}.`)}</p>
${samples.map(({ source }) => `<pre>${escapeHtml(source)}</pre>`).join('')}
${parameters?.length ? `<table><tr><th>Parameter</th><th>In</th><th></th></tr>${parameters.map(parameterRow).join('')}</table>` : ''}
${body ? `<h4>Body</h4>${json(body)}` : ''}
${requestBody?.description === undefined ? '' : `<h4>Body</h4>${paragraphs(requestBody.description)}`}
<h4>Answers</h4><table>${Object.entries(responses)
    .map(
      ([status, { description, content }]) =>
        `<tr><td>${escapeHtml(status)}</td><td>${inlineHtml(description)}${schemaLink(content)}</td></tr>`,
    )
    .join('')}</table></section>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((each) => `<p>${inlineHtml(each)}</p>`)
    .join('');
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): string {
  const words = description ?? schema?.description ?? '';
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td>${inlineHtml(words)}</td></tr>`;
}

/** A link to the schema of an answer's body, or the schema itself when it has no name. */
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
