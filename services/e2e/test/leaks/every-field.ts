import fc from 'fast-check';
import { callApi, type System } from '../../src/api';
import { readApi, type Api, type Operation, type Schema } from '../fuzz/api-document';
import { send } from '../fuzz/conformance';
import { valuesOf } from '../fuzz/values';
import { TOKENS } from './canaries';
import { sendTokenInEvents, sendToCollector } from './every-payload';

/**
 * Fields of request bodies that are stored and returned as the customer wrote them, by operation and path, with the reason. All
 * other fields must not store an email address.
 */
const AUTHORED: readonly (readonly [field: RegExp, reason: string])[] = [
  [/^(createSite|updateSite|putConfig) (name|tags\[\])$/, 'names and tags that the team gives its own sites'],
  [
    /^(create|update)(Goal|Funnel) |^putConfig /,
    'definitions of goals and funnels, which must equal the events',
  ],
  [
    /^(createToken|createShareLink|updateShareLink) name$/,
    'names that the team gives its own tokens and links',
  ],
  [/^(create|update)Webhook (url|name|description)$/, 'addresses and names of own endpoints'],
];
const kept = new Set<RegExp>();

function isAuthored(field: string): boolean {
  const patterns = AUTHORED.map(([pattern]) => pattern).filter((pattern) => pattern.test(field));
  for (const pattern of patterns) kept.add(pattern);
  return patterns.length > 0;
}

/**
 * Sends an email address in every text field of the API, the collector and imports.
 *
 * @returns the number of accepted requests by operation.
 * @throws if an exception of `AUTHORED` matches no field.
 */
export async function sendToEveryField(system: System, email: string): Promise<Record<string, number>> {
  const api = await readApi(system);
  const create = async (path: string, body: object) => (await callApi(system, 'POST', path, { body })).body;
  const site = await create('/api/v1/sites', { domain: 'every.example' });
  const path = `/api/v1/sites/${String(site.id)}`;
  // The goal of the example of `putConfig`, which keeps it.
  const step = { name: 'Signup', type: 'event', event: 'signup' };
  const webhook = { url: 'https://hooks.example/every', events: ['site.deleted'] };
  const ids: Readonly<Record<string, number | string>> = {
    id: site.id,
    provider: 'stripe',
    goalId: (await create(`${path}/goals`, step)).id,
    funnelId: (await create(`${path}/funnels`, { name: 'funnel', steps: [step, step] })).id,
    annotationId: (await create(`${path}/annotations`, { day: '2026-10-25', text: 'Launch' })).id,
    linkId: (await create(`${path}/share-links`, {})).id,
    viewId: (await create('/api/v1/saved-views', { name: 'view', page: 'revenue', query: '' })).id,
    webhookId: (await create('/api/v1/webhooks', webhook)).id,
  };
  const forms = [email, encodeURIComponent(email), encodeURIComponent(encodeURIComponent(email))];
  const accepted: Record<string, number> = {};
  const count = (name: string, isAccepted: boolean) => {
    accepted[name] = (accepted[name] ?? 0) + (isAccepted ? 1 : 0);
  };
  for (const operation of api.operations) {
    const { method } = operation;
    const idOf = (name: string): number | string => (method === 'DELETE' ? undefined : ids[name]) ?? 999_999;
    let form = 0;
    for (const request of requestsOf(operation, api, () => forms[form++ % forms.length] ?? email)) {
      const url = request.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(idOf(name)));
      const status = await sendPatiently(system, { ...request, method, url });
      count(operation.operationId, status < 300);
    }
  }
  const mcp = { method: 'tools/call', params: { name: email, arguments: { [email]: email } } };
  for (const params of [mcp.params, { name: 'getStats', arguments: { id: site.id, dimension: email } }])
    await sendPatiently(system, {
      ...{ method: 'POST', url: '/mcp', body: JSON.stringify({ ...mcp, jsonrpc: '2.0', id: 1, params }) },
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    });
  const unsent = api.operations.filter(({ operationId }) => accepted[operationId] === undefined);
  if (unsent.length > 0)
    throw new Error(
      `Operations without a canary: ${unsent.map(({ operationId }) => operationId).join(', ')}.`,
    );
  const unused = AUTHORED.filter(([pattern]) => !kept.has(pattern));
  if (unused.length > 0) throw new Error(`No field matches ${unused.join(', ')}.`);
  for (const text of forms) await sendToCollector(system, site, { text, count });
  for (const text of TOKENS) await sendTokenInEvents(system, site, { text, count });
  for (const text of TOKENS.filter((token) => token.startsWith('ey')))
    await sendJwtInAccounts(system, text, count);
  return accepted;
}

/** Sends a JWT in each text of accounts. */
async function sendJwtInAccounts(
  system: System,
  text: string,
  count: (name: string, isAccepted: boolean) => void,
): Promise<void> {
  const fields: object[] = [
    ...[{ plan: text }, { company: text }, { company: `key ${text}` }, { traits: { company: text } }],
    ...[{ traits: { key: text } }, { traits: { [text]: 1 } }, { traits: { deep: [{ [text]: [text] }] } }],
    ...[{ user_id: text }, { traits: { user_id: text } }],
  ];
  for (const [index, field] of fields.entries()) {
    const account = { email: `token-${index}@plain.example`, ...field };
    for (const [path, body] of [
      ['identify', { anonymous_id: `token-${index}`, ...account }],
      ['identify/bulk', { users: [account] }],
    ] as const) {
      const { status, body: answer } = await callApi(system, 'POST', `/api/v1/${path}`, { body });
      count(`${path} tokens`, status === 200 && (answer.warnings as unknown[]).length > 0);
    }
  }
  const payment = { payment_id: `jwt-${text.length}`, user_id: text, amount: '1', currency: 'EUR' };
  const rows = { payments: [{ ...payment, payment_id: text, user_id: 'u-1' }, payment] };
  for (const [path, body, status] of [
    ['identify', { anonymous_id: text, email: 'visitor@plain.example' }, 400],
    ['payments', payment, 400],
    ['payments', { ...payment, payment_id: text, user_id: 'u-1' }, 400],
    ['payments/bulk', rows, 200],
    ['attribution/lookup', { user_id: text }, 200],
    ['attribution/lookup/bulk', { accounts: [{ user_id: text }] }, 200],
    ['erasures', { user_id: text }, 200],
    ['erasures', { anonymous_id: text }, 200],
  ] as const) {
    const answer = await callApi(system, 'POST', `/api/v1/${path}`, { body });
    if (answer.status !== status) throw new Error(`${path} with a JWT: ${JSON.stringify(answer)}`);
  }
}

/** Reads everything that the site of `sendToEveryField` publishes: exports, statistics and shared pages. */
export async function readEverything(system: System): Promise<string> {
  const { body } = await callApi(system, 'GET', '/api/v1/sites');
  const { id } = body.sites.find(({ domain }: { domain: string }) => domain === 'every.example');
  const site = `/api/v1/sites/${String(id)}`;
  const link = await callApi(system, 'POST', `${site}/share-links`, { body: { name: 'shared' } });
  const slug = (link.body.url as string).split('/').at(-1);
  const opened = await callApi(system, 'POST', '/dashboard/share', { body: { slug }, token: null });
  const share = { 'x-headwater-share': opened.body.key as string };
  const texts: string[] = [];
  const read = async (path: string, headers: Record<string, string>) => {
    const answer = await send(system, { method: 'GET', url: path, headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    texts.push(answer.text);
  };
  const token = { authorization: `Bearer ${system.token}` };
  for (const type of ['events', 'pageviews'])
    for (const format of ['csv', 'ndjson'])
      await read(`${site}/export?range=30d&type=${type}&format=${format}`, token);
  for (const dimension of [...DIMENSIONS, 'source', 'entry_page', 'exit_page'])
    for (const headers of [token, share])
      await read(`${site}/stats?range=30d&dimension=${dimension}&limit=500`, headers);
  for (const headers of [token, share]) await read(`${site}/realtime`, headers);
  for (const dimension of [...DIMENSIONS, 'props.mail'])
    await read(`${site}/events/signup?range=30d&dimension=${dimension}&limit=500`, token);
  await read(`${site}/events?range=30d`, token);
  await read(`${site}/annotations`, token);
  await read('/api/v1/saved-views', token);
  await read('/api/v1/notices', token);
  await read('/api/v1/audit?limit=200', token);
  return texts.join('\n');
}

/** Those with texts of a sender. */
const DIMENSIONS = ['pathname', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'browser', 'os'];

interface FieldRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Requests with the text in one field each: of the path, the query, the headers and the body. */
function* requestsOf(operation: Operation, api: Api, text: () => string): Generator<FieldRequest> {
  const { operationId, path, parameters, body } = operation;
  const content = body?.contentType ?? 'application/json';
  const base = body && (body.example ?? sampleOf(body.schema, api));
  const plain = {
    headers: base === undefined ? {} : { 'content-type': content },
    ...(base === undefined ? {} : { body: typeof base === 'string' ? base : JSON.stringify(base) }),
  };
  for (const { name, in: location, style } of parameters) {
    const value = encodeURIComponent(text());
    if (location === 'header') yield { ...plain, path, headers: { ...plain.headers, [name]: text() } };
    else if (location === 'path') yield { ...plain, path: path.replace(`{${name}}`, value) };
    else if (style === 'deepObject')
      for (const key of ['[props.mail]', '[pathname][contains]', '[utm_term][is_not]', `[${value}]`])
        yield { ...plain, path: `${path}?${name}${key}=${value}` };
    else yield { ...plain, path: `${path}?${name}=${value}` };
  }
  for (const name of API_HEADERS) yield { ...plain, path, headers: { ...plain.headers, [name]: text() } };
  if (!body || content !== 'application/json') return;
  for (const { field, value } of variantsOf(body.schema, { api, text, example: base }))
    if (!isAuthored(`${operationId} ${field}`)) yield { ...plain, path, body: JSON.stringify(value) };
}

/** Headers that clients and proxies send to any endpoint. */
export const API_HEADERS = [
  'user-agent',
  'referer',
  'x-request-id',
  'idempotency-key',
  'traceparent',
  'if-none-match',
  'cookie',
];

interface Variant {
  /** `traits.plan`, `users[].email`; a key of a map is `{key}`. */
  readonly field: string;
  readonly value: unknown;
}

interface VariantContext {
  readonly api: Api;
  readonly text: () => string;
  /** A valid value. */
  readonly example?: unknown;
}

/** Values of a schema, each with the text in another one of its text fields. */
function* variantsOf(schema: Schema, context: VariantContext, depth = 0): Generator<Variant> {
  const { api, text, example } = context;
  const known = api.resolve(schema);
  const inner = (child: Schema, value?: unknown) =>
    variantsOf(child, { api, text, example: value }, depth + 1);
  if (depth > 6 || known.const !== undefined) return;
  for (const choice of known.anyOf ?? known.oneOf ?? []) yield* variantsOf(choice, context, depth + 1);
  const types = [known.type ?? ((known.anyOf ?? known.oneOf) ? [] : 'string')].flat();
  if (types.includes('string')) yield { field: '', value: text() };
  if (types.includes('array')) {
    const rest = Array.from({ length: (known.minItems ?? 1) - 1 }, () => sampleOf(known.items ?? {}, api));
    for (const { field, value } of inner(known.items ?? {}, Array.isArray(example) ? example[0] : undefined))
      yield { field: `[]${field === '' ? '' : `.${field}`}`, value: [value, ...rest] };
  }
  if (!types.includes('object')) return;
  const base = (example ?? sampleOf(known, api)) as Record<string, unknown>;
  for (const [name, property] of Object.entries(known.properties ?? {}))
    for (const { field, value } of inner(property, base[name])) {
      const separator = field === '' || field.startsWith('[') ? '' : '.';
      yield { field: `${name}${separator}${field}`, value: { ...base, [name]: value } };
    }
  yield { field: '{key}', value: { ...base, [text()]: 'x' } };
  if (typeof known.additionalProperties === 'object')
    for (const { value } of inner(known.additionalProperties))
      yield { field: '{value}', value: { ...base, mail: value } };
}

/** A valid value, the same in each run. */
function sampleOf(schema: Schema, api: Api): unknown {
  return fc.sample(valuesOf(schema, api), { numRuns: 1, seed: 1 })[0];
}

/** Sends a request, and again after a 429. @returns the status. */
async function sendPatiently(
  system: System,
  {
    method,
    url,
    headers,
    body,
  }: { method: string; url: string; headers: Record<string, string>; body?: string },
): Promise<number> {
  const response = await fetch(`${system.apiUrl}${url}`, {
    method,
    headers: { authorization: `Bearer ${system.token}`, ...headers },
    ...(body === undefined || method === 'GET' ? {} : { body }),
  });
  await response.arrayBuffer();
  if (response.status !== 429) return response.status;
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  if (seconds > 2) return 429; // a budget of the day
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return sendPatiently(system, { method, url, headers, ...(body === undefined ? {} : { body }) });
}
