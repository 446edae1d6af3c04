import { DIMENSION_COLUMNS, GRAINS, REVENUE_DIMENSIONS } from '@headwater/protos/vocabulary';
import { ERROR_CODES } from '@headwater/protos/error-codes';
import { createApp } from '../src/http/create-app';
import type { ServeOptions } from '../src/http/serve-endpoint';
import { ENDPOINTS } from '../src/routes/endpoints';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { startGateway, type Gateway } from './gateway-fixture';

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly $ref?: string }[];
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}

interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, { properties: Record<string, { enum?: string[] }> }>;
    readonly parameters: Record<string, { readonly name: string; readonly schema: unknown }>;
  };
}

let gateway: Gateway;
let document: Document;
beforeAll(async () => {
  gateway = await startGateway();
  const { status, body } = await gateway.request('GET', '/openapi.json', { token: null });
  expect(status).toBe(200);
  document = body as unknown as Document;
});
afterAll(() => gateway.stop());

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly type?: unknown;
  readonly examples?: readonly unknown[];
}

const BUCKET_KEYS: readonly string[] = [...GRAINS, 'minute'];

/** Every object of a JSON document, among which are its schemas. */
function schemasIn(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(schemasIn)];
}

/** Every route registered in express, such as `get /api/v1/sites/{id}`. */
function routesOfExpress(): string[] {
  const app = createApp(ENDPOINTS, { log: silentLog() } as unknown as ServeOptions & { log: never });
  const stack = (app.router as unknown as { stack: { route?: ExpressRoute }[] }).stack;
  return stack
    .flatMap(({ route }) => (route ? route.stack.map(({ method }) => ({ method, path: route.path })) : []))
    .flatMap(({ method, path }) => (method ? [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`] : []));
}

interface ExpressRoute {
  readonly path: string;
  /** Undefined for a handler of all methods. */
  readonly stack: readonly { readonly method?: string }[];
}

/** The reference to the parameter of a column. */
function parameterOf(column: string): string {
  const [name] =
    Object.entries(document.components.parameters).find(([, each]) => each.name === `filter[${column}]`) ??
    [];
  return `#/components/parameters/${name}`;
}

describe('the OpenAPI document', () => {
  it('has version 3.1 and lists exactly the routes of express', () => {
    expect(document.openapi).toBe('3.1.0');
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(routesOfExpress().sort());
    // In the order of ENDPOINTS, which groups the operations of a path.
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId)).toEqual(
      ENDPOINTS.map(({ operationId }) => operationId),
    );
  });

  it('has a summary of up to 8 words for every endpoint', () => {
    for (const { operationId, summary } of ENDPOINTS) {
      expect([operationId, summary.split(' ').length <= 8]).toEqual([operationId, true]);
      expect(summary).toMatch(/^[A-Z].*[^.;:]$/);
    }
  });

  it('describes every endpoint and every tag', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.filter(({ description }) => !description).map((each) => each.operationId)).toEqual([]);
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  });

  it('contains only forms that generators of clients support', () => {
    for (const schema of schemasIn(document) as Record<string, unknown>[]) {
      // Generators for Python turn a constant boolean into an enumeration of texts.
      if (schema['type'] === 'boolean') expect(schema).not.toHaveProperty('const');
      // Many engines of regular expressions lack Unicode categories.
      if (typeof schema['pattern'] === 'string') expect(schema['pattern']).not.toMatch(/\\p\{/i);
    }
    // A schema `NewGoal` collides with the constructor of `Goal` in Go.
    expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('New'))).toEqual([]);
    const unions = schemasIn(document).filter((schema) => 'discriminator' in schema);
    expect(unions).toEqual([
      expect.objectContaining({
        discriminator: {
          propertyName: 'type',
          mapping: expect.objectContaining({ 'goal.reached': '#/components/schemas/GoalReachedEvent' }),
        },
      }),
    ]);
  });

  it('lists all error codes', () => {
    expect(document.components.schemas['Problem']?.properties['code']?.enum).toEqual(
      Object.keys(ERROR_CODES),
    );
  });

  it('documents every error as a problem document, and 401 for all endpoints except open ones', () => {
    for (const operations of Object.values(document.paths))
      for (const { operationId, responses } of Object.values(operations)) {
        for (const [status, { content }] of Object.entries(responses))
          expect(Object.keys(content ?? {})).toEqual(
            Number(status) >= 400
              ? ['application/problem+json']
              : status === '304'
                ? []
                : operationId === 'streamRealtime'
                  ? ['text/event-stream']
                  : operationId === 'exportEvents'
                    ? ['text/csv', 'application/x-ndjson']
                    : ['listAccounts', 'listConversions'].includes(operationId)
                      ? ['application/json', 'text/csv', 'application/x-ndjson']
                      : operationId === 'readBatch' && status === '200'
                        ? ['application/json', 'application/x-ndjson']
                        : ['application/json'],
          );
        const open = [
          'getHealth',
          'getReadiness',
          'getOpenApi',
          'getSigningKeys',
          'receiveLemonSqueezyEvent',
          'receivePaddleEvent',
          'receivePolarEvent',
          'receiveStripeEvent',
        ].includes(operationId);
        expect(Object.hasOwn(responses, '401')).toBe(!open);
      }
  });

  it('describes the path, the query and the filters of the event analysis', () => {
    const operation = document.paths['/api/v1/sites/{id}/events/{name}']?.['get'];
    const named = operation?.parameters?.map(({ name, $ref }) => $ref ?? name);
    expect(named?.sort()).toEqual(
      [
        ...DIMENSION_COLUMNS.map((key) => parameterOf(key)),
        'compare',
        'dimension',
        'filter',
        'from',
        'grain',
        'id',
        'If-None-Match',
        'limit',
        'name',
        'range',
        'series',
        'timezone',
        'to',
      ].sort(),
    );
  });

  it('documents an Idempotency-Key for every POST except reads and the webhooks of payment providers', () => {
    const posts = Object.values(document.paths).flatMap(({ post }) => (post ? [post] : []));
    const without = posts.filter(
      ({ parameters = [] }) => !parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(without.map(({ operationId }) => operationId).sort()).toEqual([
      'explain',
      'lookUpAttribution',
      'lookUpAttributionInBulk',
      'readBatch',
      'receiveLemonSqueezyEvent',
      'receivePaddleEvent',
      'receivePolarEvent',
      'receiveStripeEvent',
    ]);
  });

  it('documents 304 exactly for endpoints that support conditional requests', () => {
    const conditional = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .filter(({ responses }) => Object.hasOwn(responses, '304'))
      .map(({ operationId }) => operationId);
    const reads = ENDPOINTS.filter(({ method, open }) => method === 'get' && !open);
    expect(conditional.sort()).toEqual(
      reads
        .map(({ operationId }) => operationId)
        .filter((name) => !['exportEvents', 'streamRealtime'].includes(name))
        .sort(),
    );
  });

  it('lists the filter keys of events, and separately those of the revenue report', () => {
    const filterOf = (path: string) =>
      document.paths[path]?.['get']?.parameters?.find(({ name }) => name === 'filter') as
        { description?: string } | undefined;
    expect(filterOf('/api/v1/sites/{id}/stats')?.description).toContain('props.<key>');
    const { description = '' } = filterOf('/api/v1/revenue') ?? {};
    expect(description).toContain(`Keys: ${REVENUE_DIMENSIONS.join(', ')}.`);
    expect(description).not.toContain('pathname');
    expect(filterOf('/api/v1/sites/{id}/stats')?.description).toContain('entry_page');
    expect(filterOf('/api/v1/sites/{id}/events/{name}')?.description).not.toContain('entry_page');
  });

  it('marks every series of visitors as not additive', () => {
    const series = (schema: Schema): boolean =>
      BUCKET_KEYS.some((key) => key in (schema.items?.properties ?? {})) &&
      ['visitors', 'uniqueVisitors'].some((key) => key in (schema.items?.properties ?? {}));
    // Each visitor belongs to one cohort: the cohort of the first week.
    const found = schemasIn(document).filter(({ properties: { cohorts: _, ...others } = {} }) =>
      Object.values(others).some(series),
    );
    expect(found.map(({ properties }) => properties?.['additive']?.type)).toEqual(found.map(() => 'boolean'));
    // Event analysis, stats, goal, realtime, retention and site activity.
    expect(found).toHaveLength(6);
  });

  it('has examples of the ids that a number is converted to', () => {
    const examplesOf = (field: string) =>
      schemasIn(document).flatMap(({ properties }) => properties?.[field]?.examples ?? []);
    expect(examplesOf('payment_id')).toContain('inv_1001');
    expect(examplesOf('anonymous_id')).toContain('visitor-1');
    expect(examplesOf('session_id')).toContain('session-1');
  });

  it('contains no reference to a missing schema', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(document.components.schemas).toHaveProperty(name);
  });
});
