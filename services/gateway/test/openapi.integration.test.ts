import { GRAINS, REVENUE_DIMENSIONS } from '@headwater/protos/vocabulary';
import { ERROR_CODES } from '@headwater/protos/error-codes';
import { createApp } from '../src/http/create-app';
import type { ServeOptions } from '../src/http/serve-endpoint';
import { ENDPOINTS } from '../src/routes/endpoints';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { startGateway, type Gateway } from './gateway-fixture';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, { properties: Record<string, { enum?: string[] }> }>;
  };
}

let gateway: Gateway;
let document: Document;
beforeAll(async () => {
  gateway = await startGateway();
  const { status, body } = await gateway.ask('GET', '/openapi.json', { token: null });
  expect(status).toBe(200);
  document = body as unknown as Document;
});
afterAll(() => gateway.stop());

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly const?: unknown;
}

const BUCKET_KEYS: readonly string[] = [...GRAINS, 'minute'];

/** Every object of a JSON document, among which are its schemas. */
function schemasIn(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(schemasIn)];
}

/** `get /api/v1/sites/{id}` of every route that express really has. */
function routesOfExpress(): string[] {
  const app = createApp(ENDPOINTS, { log: silentLog() } as unknown as ServeOptions & { log: never });
  const stack = (app.router as unknown as { stack: { route?: ExpressRoute }[] }).stack;
  return stack
    .flatMap(({ route }) => (route ? route.stack.map(({ method }) => ({ method, path: route.path })) : []))
    .flatMap(({ method, path }) => (method ? [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`] : []));
}

interface ExpressRoute {
  readonly path: string;
  /** A handler of all methods has none. */
  readonly stack: readonly { readonly method?: string }[];
}

describe('the OpenAPI document', () => {
  it('is of version 3.1 and lists exactly the routes that express has', () => {
    expect(document.openapi).toBe('3.1.0');
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(documented.sort()).toEqual(routesOfExpress().sort());
    // In the order of the table, which keeps the operations of a path together.
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId)).toEqual(
      ENDPOINTS.map(({ operationId }) => operationId),
    );
  });

  it('names the whole closed list of error codes', () => {
    expect(document.components.schemas['Problem']?.properties['code']?.enum).toEqual(
      Object.keys(ERROR_CODES),
    );
  });

  it('has a problem document for every error of every operation, 401 for all but the open ones', () => {
    for (const operations of Object.values(document.paths))
      for (const { operationId, responses } of Object.values(operations)) {
        for (const [status, { content }] of Object.entries(responses))
          expect(Object.keys(content ?? {})).toEqual(
            Number(status) >= 400
              ? ['application/problem+json']
              : status === '304'
                ? []
                : operationId === 'exportEvents'
                  ? ['text/csv', 'application/x-ndjson']
                  : ['application/json'],
          );
        const open = ['getHealth', 'getReadiness', 'getOpenApi', 'receiveStripeEvent'].includes(operationId);
        expect(Object.hasOwn(responses, '401')).toBe(!open);
      }
  });

  it('describes the path, the query and the filters of the event analysis', () => {
    const operation = document.paths['/api/v1/sites/{id}/events/{name}']?.['get'];
    expect(operation?.parameters?.map(({ name }) => name).sort()).toEqual(
      [
        'dimension',
        'filter',
        'from',
        'grain',
        'id',
        'If-None-Match',
        'limit',
        'name',
        'range',
        'timezone',
        'to',
      ].sort(),
    );
  });

  it('takes an Idempotency-Key with every POST but two, which count the same thing once by themselves', () => {
    const posts = Object.values(document.paths).flatMap(({ post }) => (post ? [post] : []));
    const without = posts.filter(
      ({ parameters = [] }) => !parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual(['importSite', 'receiveStripeEvent']);
  });

  it('tells of 304 where an answer can be asked after, and nowhere else', () => {
    const conditional = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .filter(({ responses }) => Object.hasOwn(responses, '304'))
      .map(({ operationId }) => operationId);
    const reads = ENDPOINTS.filter(({ method, open }) => method === 'get' && !open);
    expect(conditional.sort()).toEqual(
      reads
        .map(({ operationId }) => operationId)
        .filter((name) => name !== 'exportEvents')
        .sort(),
    );
  });

  it("names an event's keys of filters, and those of the revenue report by themselves", () => {
    const filterOf = (path: string) =>
      document.paths[path]?.['get']?.parameters?.find(({ name }) => name === 'filter') as
        { description?: string } | undefined;
    expect(filterOf('/api/v1/sites/{id}/stats')?.description).toContain('props.<key>');
    const { description = '' } = filterOf('/api/v1/revenue') ?? {};
    expect(description).toContain(`Keys: ${REVENUE_DIMENSIONS.join(', ')}.`);
    expect(description).not.toContain('pathname');
  });

  it('says of every series of visitors that they must not be summed', () => {
    const series = (schema: Schema): boolean =>
      BUCKET_KEYS.some((key) => key in (schema.items?.properties ?? {})) &&
      ['visitors', 'uniqueVisitors'].some((key) => key in (schema.items?.properties ?? {}));
    // Each visitor is in one cohort, that of the first week.
    const found = schemasIn(document).filter(({ properties: { cohorts: _, ...others } = {} }) =>
      Object.values(others).some(series),
    );
    expect(found.map(({ properties }) => properties?.['additive']?.const)).toEqual(found.map(() => false));
    // Of an event, stats, a goal, the last half hour, the weeks after a visitor's first and a site's month.
    expect(found).toHaveLength(6);
  });

  it('holds no reference to a schema that is not there', () => {
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(document.components.schemas).toHaveProperty(name);
  });
});
