import { answerOf } from '@headwater/client/client';
import { callApi, clientOf, type Answer, type System } from '../../src/api';
import { readApi, type Api, type Operation, type Schema } from '../fuzz/api-document';

type Json = Record<string, unknown>;

/** Operations with a body in the format of another product. */
const FOREIGN_FORMATS = [
  'receiveStripeEvent',
  'receivePaddleEvent',
  'receiveLemonSqueezyEvent',
  'receivePolarEvent',
];

const filters = [{ key: 'channel', operator: 'is', value: 'Email' }];
const signup = { name: 'Signup', type: 'event', event: 'signup', filters };
const funnel = {
  name: 'Trial',
  windowHours: 24,
  steps: [signup, { name: 'Pricing', type: 'page', path: '/pricing', filters }],
};

/**
 * Fields added to the documented example: values that only one request may use, and fields that the example lacks.
 *
 * @param n differs in each request
 */
const ADDED: Readonly<Record<string, (n: number) => Json>> = {
  createSite: (n) => ({ domain: `null-${n}.example`, name: 'Shop', tags: ['a'] }),
  putConfig: () => ({ goals: [signup], funnels: [funnel] }),
  createGoal: () => signup,
  createFunnel: () => funnel,
  updateGoal: () => ({ filters }),
  updateFunnel: () => funnel,
  identify: () => ({ traits: { seats: 3 } }),
  recordPayment: (n) => ({ payment_id: `null-${n}` }),
  recordPayments: (n) => ({
    payments: [{ payment_id: `null-${n}`, user_id: 'u-1', amount: '9.50', currency: 'EUR', type: 'refund' }],
  }),
};

/** Tests that null in an optional field of a body means the same as no field, or unsets a stored field. */
export function describeNulls(system: () => System): void {
  test('null in any optional field of any JSON body is understood', async () => {
    const api = await readApi(system());
    const pathOf = await createResources(system());
    const failures: string[] = [];
    let requests = 0;
    for (const operation of api.operations) {
      const { operationId, method, body: documented } = operation;
      if (documented?.contentType !== 'application/json' || FOREIGN_FORMATS.includes(operationId)) continue;
      const fields = optionalFields(documented.schema, api);
      const bodyOf = (change?: (body: Json) => void): Json => {
        const body = structuredClone({
          ...((documented.example ?? {}) as Json),
          ...ADDED[operationId]?.((requests += 1)),
        });
        change?.(body);
        return body;
      };
      const send = async (change?: (body: Json) => void): Promise<Answer> =>
        callApi(system(), method, await pathOf(operation), { body: bodyOf(change) });
      const fail = (problem: string, { status, body }: Answer) =>
        failures.push(`${operationId}: ${problem}: ${status} ${JSON.stringify(body)}`);
      /** Compares the answer to nulls with the answer to a body without these fields. @returns the status */
      const compare = async (some: readonly OptionalField[]): Promise<number> => {
        const omit = (body: Json) => some.forEach(({ path }) => change(body, path, undefined));
        // The answer to a change depends on the values before it.
        if (method === 'PUT') await send(omit);
        const [without, again] = [await send(omit), await send(omit)];
        const answer = await send((body) => some.forEach(({ path }) => change(body, path, null)));
        const names = some.map(({ path }) => path.join('.')).join(', ');
        const unsets = some.some(({ isNullable }) => isNullable);
        const differs = unsets ? without.status !== answer.status : !isSameAnswer(answer, without, again);
        if (differs || answer.status >= 500) fail(`null in ${names}`, answer);
        return without.status;
      };
      const example = await send();
      if (example.status >= 300) fail('the example', example);
      const dispensable: OptionalField[] = [];
      for (const field of fields) {
        if (!change(bodyOf(), field.path, null))
          failures.push(
            `${operationId}: no body has the parent of ${field.path.join('.')}. Add it to ADDED.`,
          );
        else if ((await compare([field])) < 300) dispensable.push(field);
      }
      // Fields of a field come later than the field: reversed, they are set before it is.
      if (dispensable.length > 1) await compare(dispensable.toReversed());
    }
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  }, 240_000);

  test('PATCH and PUT reset fields that are null, and only these', async () => {
    const domain = 'null-reset.example';
    const settings = { name: 'Shop', timezone: 'Europe/Berlin', categories: ['blog'], tags: ['a'] };
    const site = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain, ...settings } });
    const path = `/api/v1/sites/${site.body.id}`;
    const patched = await callApi(system(), 'PATCH', path, { body: { timezone: null, tags: null } });
    expect(patched).toMatchObject({
      status: 200,
      body: { name: 'Shop', timezone: 'UTC', categories: ['blog'], category: 'blog', tags: [] },
    });
    const renamed = await callApi(system(), 'PATCH', path, { body: { name: null, categories: null } });
    expect(renamed.body).toMatchObject({ name: domain, categories: [], category: null });

    const config = { ...settings, goals: [signup], funnels: [funnel] };
    const put = (body: object, query = '') => callApi(system(), 'PUT', `${path}/config${query}`, { body });
    const stored = (await put(config)).body.config;
    const nulls = { name: null, goals: null, funnels: null };
    const reset = { ...stored, name: domain, goals: [], funnels: [] };
    expect((await put(nulls, '?dryRun=true')).body.config).toEqual(reset);
    expect((await callApi(system(), 'GET', `${path}/config`)).body).toEqual(stored);
    expect((await put(nulls)).body.config).toEqual(reset);
    expect((await callApi(system(), 'GET', `${path}/config`)).body).toEqual(reset);
  });

  test('PATCH of a webhook empties a description that is null and keeps its other fields', async () => {
    const url = 'https://hooks.example/nulls';
    const body = { url, events: ['site.deleted'], description: 'the warehouse' };
    const { secret: _, ...created } = (await callApi(system(), 'POST', '/api/v1/webhooks', { body })).body;
    const nulls = { url: null, events: null, status: null, description: null };
    const patched = await callApi(system(), 'PATCH', `/api/v1/webhooks/${created.id}`, { body: nulls });
    expect(patched).toMatchObject({ status: 200, body: { ...created, description: '' } });
  });
}

interface OptionalField {
  /** Names of fields; `[]` for the items of a list, `*` for the values of an object with any keys. */
  readonly path: readonly string[];
  /** Whether the schema accepts null: null may then unset a stored value. */
  readonly isNullable: boolean;
}

/** The optional fields of a schema, each field before the fields in it. */
function optionalFields(schema: Schema, api: Api, path: readonly string[] = []): OptionalField[] {
  const { properties = {}, required = [], items, additionalProperties, anyOf = [] } = api.resolve(schema);
  const isNullable = (field: Schema): boolean => {
    const { type, anyOf: variants = [] } = api.resolve(field);
    return type === 'null' || (Array.isArray(type) && type.includes('null')) || variants.some(isNullable);
  };
  const values = typeof additionalProperties === 'object' ? { '*': additionalProperties } : {};
  const inner = Object.entries({ ...properties, ...values }).flatMap(([name, field]) => {
    const here = [...path, name];
    const self = required.includes(name) ? [] : [{ path: here, isNullable: isNullable(field) }];
    return [...self, ...optionalFields(field, api, here)];
  });
  return [
    ...inner,
    ...(items ? optionalFields(items, api, [...path, '[]']) : []),
    ...anyOf.flatMap((variant) => optionalFields(variant, api, path)),
  ];
}

/** Sets a field to null or removes it, in each item of a list. @returns whether the body contains the field's parent */
function change(parent: unknown, [name = '', ...rest]: readonly string[], value: null | undefined): boolean {
  if (typeof parent !== 'object' || parent === null) return false;
  if (name === '[]') return (parent as unknown[]).map((item) => change(item, rest, value)).includes(true);
  const fields = parent as Json;
  const names = name === '*' ? Object.keys(fields) : [name];
  if (rest.length > 0) return names.map((key) => change(fields[key], rest, value)).includes(true);
  for (const key of names) {
    if (value === null) fields[key] = null;
    else Reflect.deleteProperty(fields, key);
  }
  return names.length > 0;
}

/** Whether an answer has the values of another one, except those that differ in two answers to one request. */
function isSameAnswer(answer: Answer, expected: Answer, again: Answer): boolean {
  return answer.status === expected.status && isSame(answer.body, expected.body, again.body);
}

function isSame(value: unknown, expected: unknown, again: unknown): boolean {
  if (typeof expected !== 'object' || expected === null)
    return value === expected || (expected !== again && typeof value === typeof expected);
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(expected);
  const inner = (object: unknown, key: string) => (object as Json | undefined)?.[key];
  return (
    keys.length === Object.keys(value).length &&
    keys.every((key) => isSame(inner(value, key), inner(expected, key), inner(again, key)))
  );
}

/** Creates a resource of each kind. Returns the path of an operation with their ids. */
async function createResources(system: System): Promise<(operation: Operation) => Promise<string>> {
  const api = clientOf(system);
  const { id: site } = await answerOf(api.POST('/api/v1/sites', { body: { domain: 'nulls.example' } }));
  const { id: annotation } = await answerOf(
    api.POST('/api/v1/sites/{id}/annotations', {
      params: { path: { id: site } },
      body: { day: '2026-10-25', text: 'nulls' },
    }),
  );
  const { id: shareLink } = await answerOf(
    api.POST('/api/v1/sites/{id}/share-links', { params: { path: { id: site } }, body: {} }),
  );
  const { id: view } = await answerOf(
    api.POST('/api/v1/saved-views', { body: { name: 'nulls', page: 'revenue', query: '' } }),
  );
  const { id: webhook } = await answerOf(
    api.POST('/api/v1/webhooks', { body: { url: 'https://hooks.example/nulls', events: ['site.deleted'] } }),
  );
  // A configuration document replaces all goals and funnels of the site.
  const newDefinition = async (kind: 'goals' | 'funnels', body: object) =>
    String((await callApi(system, 'POST', `/api/v1/sites/${site}/${kind}`, { body })).body.id);
  // A rotated token cannot be rotated again.
  const newToken = () =>
    answerOf(api.POST('/api/v1/tokens', { body: { name: 'nulls', scopes: ['stats:read'] } }));
  return async ({ path }) =>
    path
      .replace('{id}', String(site))
      .replace('{provider}', 'stripe')
      .replace('{goalId}', path.includes('{goalId}') ? await newDefinition('goals', signup) : '')
      .replace('{funnelId}', path.includes('{funnelId}') ? await newDefinition('funnels', funnel) : '')
      .replace('{annotationId}', String(annotation))
      .replace('{linkId}', String(shareLink))
      .replace('{viewId}', String(view))
      .replace('{webhookId}', String(webhook))
      .replace('{tokenId}', path.includes('{tokenId}') ? String((await newToken()).id) : '');
}
