import { type ListedOperation, type OpenApi, operationsOf } from '../domain/openapi-types';

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** The part of the API request that a tool's argument belongs to. */
type Location = 'path' | 'query' | 'body' | 'whole body' | 'file' | 'key';

/** An operation of the API as a tool of the Model Context Protocol. */
export interface ApiTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly operation: ListedOperation;
  /** Locations by argument name. */
  readonly locations: ReadonlyMap<string, Location>;
  /** Required scope; undefined: every token. */
  readonly scope: string | undefined;
}

/** Operations that are no tools: models call several tools concurrently, and read no streams. */
export const NO_TOOLS: readonly string[] = ['readBatch', 'streamRealtime'];

/**
 * Returns a tool for each other operation that needs a token. A tool's arguments are the operation's parameters and the fields
 * of its body.
 */
export function toolsOf(document: OpenApi): ApiTool[] {
  return operationsOf(document)
    .filter(({ security, operationId }) => security.length > 0 && !NO_TOOLS.includes(operationId))
    .map((operation) => toolOf(operation, document));
}

function toolOf(operation: ListedOperation, document: OpenApi): ApiTool {
  const locations = new Map<string, Location>();
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  const add = (name: string, location: Location, schema: unknown, isRequired: boolean): void => {
    if (locations.has(name))
      throw new Error(`The tool ${operation.operationId} has two arguments named ${name}.`);
    locations.set(name, location);
    properties[name] = schema;
    if (isRequired) required.push(name);
  };
  for (const {
    name,
    in: location,
    required: isRequired = false,
    description,
    schema,
  } of operation.parameters ?? []) {
    const described = { ...(description === undefined ? {} : { description }), ...schema };
    if (name === 'filter') add(name, 'query', FILTER, false);
    else if (location === 'path' || location === 'query') add(name, location, described, isRequired);
    else if (name === 'Idempotency-Key') add('idempotencyKey', 'key', IDEMPOTENCY_KEY, false);
  }
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body !== undefined) {
    const fields = fieldsOf(body, document, locations);
    if (fields)
      for (const [name, schema] of fields.all) add(name, 'body', schema, fields.required.includes(name));
    else add('body', 'whole body', body, true);
  }
  const file = operation.requestBody?.content['text/csv']?.schema;
  if (file !== undefined && body === undefined)
    add('file', 'file', { ...(file as object), description: operation.requestBody?.description }, true);
  const isRead = !locations.has('idempotencyKey');
  return {
    name: operation.operationId,
    title: operation.summary,
    description: descriptionOf(operation),
    inputSchema: withDefinitions(
      { type: 'object', properties, required, additionalProperties: false },
      document,
    ),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: operation.method === 'DELETE' || operation.operationId.startsWith('erase'),
      idempotentHint: isRead || operation.method === 'DELETE' || operation.method === 'PUT',
      openWorldHint: false,
    },
    operation,
    locations,
    scope: operation.security[0]?.token?.[0],
  };
}

/** The effect of the tool, and when to use it. */
function descriptionOf({ operationId, summary, description }: ListedOperation): string {
  return [`${summary}.`, description, USES[operationId]].filter((text) => text !== undefined).join(' ');
}

/** When to use a tool rather than a similar one. Appended to the description of its operation. */
const USES: Readonly<Record<string, string>> = {
  listSites: 'Use it first: most tools need the id of a site.',
  createSite: 'Use it to add a website. Put the returned snippet into the pages.',
  getSite: 'Use it for the snippet, the settings, or the ids of goals and funnels.',
  getSiteStatus: 'Use it if a site shows no visits.',
  updateSite: 'For goals and funnels use their own tools.',
  putConfig: 'Use it for a site that is configured from a file. For one change use updateSite or createGoal.',
  createSandbox: 'Use it to try queries or to test an integration without real visits.',
  listEvents: 'Use it to find the name of an event before you analyze it.',
  getEventAnalysis: 'Use it for one event, such as signups by country. For pageviews use getStats.',
  getStats: 'Use it for traffic: how many visitors, from where, on which pages, compared with earlier.',
  getRealtime: 'Use it for "right now". For days use getStats.',
  getRetention: 'Use it to see whether visitors return.',
  getTrafficQuality: 'Use it if numbers look too high or too low.',
  getReceipt: 'Use it if one event is missing.',
  exportEvents: 'Use it for raw rows of a short window. For sums use getStats or getEventAnalysis.',
  listGoals: 'Use it for the ids that getGoal takes.',
  getGoal: 'Use it for conversions by channel, page or country.',
  listFunnels: 'Use it for the ids that getFunnel takes.',
  getFunnel: 'Use it to find the step at which visitors leave, and how long they take.',
  listAnnotations: 'Use it to explain a change of the numbers: it lists releases, campaigns and other notes.',
  listSavedViews: 'Use it for the time ranges and filters that members of the workspace use often.',
  explain: 'Use it to find out why a visit counts for a channel or as a bot.',
  identify: 'Call it once, when a visitor signs up.',
  identifyInBulk: 'Use it to sync plans and traits from your database.',
  lookUpAttribution: 'Use it to find out which channel brought a customer.',
  listAccounts:
    'Use it to read customers with their channels: all, those of one campaign with a filter, or the changes since a time.',
  getCustomers:
    'Use it to count new customers by channel or campaign, with their revenue and acquisition cost.',
  getCohorts: 'Use it for customer lifetime value and payback over time.',
  putCosts: 'Use it to add ad spend, for acquisition costs.',
  listCompanies: 'Use it for a ranking of companies. For one account use lookUpAttribution.',
  getRevenue:
    'Use it for revenue by channel, source, plan or campaign. Never add amounts of different currencies.',
  getCredit: 'Use it to find out which visits a payment is credited to.',
  listConversions:
    'Use it for payments or signups to upload to an ad platform. For revenue by campaign use getRevenue.',
  recordPayment: 'Use it if no payment provider sends its events to Headwater.',
  getIntegration:
    'Use it if payments of a provider are missing: it returns the last event, the last error and ignored events.',
  replayWebhook: 'Use it after your endpoint was down.',
  listDeliveries: 'Use it if webhook events do not arrive.',
  listAudit: 'Use it to find out who changed something.',
};

/** Short, because many tools have these arguments. The server's instructions describe filters in full. */
const FILTER: JsonSchema = {
  type: 'object',
  description:
    'Such as {"channel": "Email"} or {"pathname": {"contains": "/blog"}}; see the server instructions',
};
const IDEMPOTENCY_KEY: JsonSchema = {
  type: 'string',
  description: 'A UUID. For 24 hours, a repeat with the same key and arguments has no further effect',
};

interface ObjectSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** The fields of a body that is a plain object, if their names are not taken; otherwise undefined. */
function fieldsOf(body: unknown, { components }: OpenApi, taken: ReadonlyMap<string, Location>) {
  const { $ref, ...own } = body as ObjectSchema;
  const resolved =
    $ref === undefined ? own : (components.schemas[$ref.split('/').at(-1) ?? ''] as ObjectSchema);
  const { properties, required = [], additionalProperties } = resolved;
  const isPlain = properties !== undefined && additionalProperties === false;
  if (!isPlain || Object.keys(properties).some((name) => taken.has(name))) return undefined;
  return { all: Object.entries(properties), required };
}

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** The schema together with the schemas that it references. */
function withDefinitions(schema: JsonSchema & { readonly type: 'object' }, { components }: OpenApi) {
  const found = new Map<string, unknown>();
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      found.set(name, components.schemas[name]);
      collect(components.schemas[name]);
    }
  };
  collect(schema);
  const whole = found.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(found) };
  return JSON.parse(JSON.stringify(whole).replaceAll(REFERENCE, '"#/$defs/$1"')) as typeof schema;
}
