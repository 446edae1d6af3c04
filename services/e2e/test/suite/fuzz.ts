import { answerOf } from '@headwater/client/client';
import fc from 'fast-check';
import { clientOf, type System } from '../../src/api';
import { readApi, type Operation } from '../fuzz/api-document';
import { createConformance, send, type Answer, type Conformance } from '../fuzz/conformance';
import {
  NEVER_FOR_VALID_REQUESTS,
  requestsOf,
  MUTATIONS,
  type KnownIds,
  type MutatedRequest,
} from '../fuzz/requests';

/** Requests per operation, enough for every mutation. Set FUZZ_RUNS for longer runs. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 16);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

/** Tests that responses match the OpenAPI document, for valid and invalid requests generated from it. */
export function describeFuzz(system: () => System): void {
  test('every response to generated requests matches the OpenAPI document', async () => {
    const api = await readApi(system());
    const conformance = createConformance(api.document);
    const context = {
      api,
      token: system().token,
      knownIds: await createResources(system()),
      accepts: (...given: Parameters<Conformance['accepts']>) => conformance.accepts(...given),
    };
    const seen = new Set<string>();
    const failures: string[] = [];
    for (const operation of api.operations) {
      const property = fc.asyncProperty(requestsOf(operation, context), async (request) => {
        const answer = await send(system(), request);
        if (request.mutation === undefined) seen.add(`${operation.operationId} ${answer.status < 300}`);
        const failure = failureOf(operation, request, { answer, conformance });
        if (failure !== undefined) throw new Error(failure);
      });
      const result = await fc.check(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
      const { failed, errorInstance, counterexample } = result;
      if (failed) failures.push(`${String(errorInstance)} ${JSON.stringify(counterexample?.[0])}`);
    }
    expect(failures).toEqual([]);
    // The test reaches the operations: most of them succeeded at least once. Generated requests are not signed.
    const reachable = api.operations.filter(({ path }) => !path.startsWith('/webhooks/'));
    const passed = reachable.filter(({ operationId }) => seen.has(`${operationId} true`));
    expect(passed.length).toBeGreaterThan(reachable.length * 0.6);
  }, 240_000);
}

function failureOf(
  operation: Operation,
  { mutation, method }: MutatedRequest,
  { answer, conformance }: { readonly answer: Answer; readonly conformance: Conformance },
): string | undefined {
  const summary = `${operation.method} ${operation.path}: ${answer.status} ${answer.text.slice(0, 300)}`;
  // Responses to other methods are documented with the operation.
  const disagreement = conformance.disagreement(operation, answer);
  if (disagreement !== undefined) return `${summary} ${disagreement}`;
  if (!answer.headers.has('x-request-id')) return `${summary} has no X-Request-Id`;
  const code = answer.status < 400 ? undefined : (JSON.parse(answer.text) as { code: string }).code;
  if (mutation === undefined)
    return code !== undefined && NEVER_FOR_VALID_REQUESTS.includes(code)
      ? `${summary} rejects a valid request`
      : undefined;
  const expected: { readonly status: number; readonly code?: string } = MUTATIONS[mutation];
  const isSo = answer.status === expected.status && (expected.code ?? code) === code;
  // An unknown path may be reported first.
  if (isSo || answer.status === 404) return undefined;
  return `${summary} is wrong for ${mutation} with ${method}: expected ${expected.status} ${expected.code ?? ''}`;
}

/** Creates two resources of each kind: one to read and one to delete. */
async function createResources(system: System): Promise<KnownIds> {
  const api = clientOf(system);
  const siteOf = async (domain: string) =>
    (await answerOf(api.POST('/api/v1/sites', { body: { domain } }))).id;
  const site = await siteOf('fuzz.example');
  const sitesToDelete = await Promise.all([1, 2, 3].map((n) => siteOf(`fuzz-${n}.example`)));
  const params = { path: { id: site } };
  const step = (name: string) => ({ name, type: 'event' as const, event: name });
  const newFunnel = { name: 'funnel', steps: [step('signup'), step('order')] };
  const createTwo = async (create: () => Promise<{ readonly id: number }>) => [
    (await create()).id,
    (await create()).id,
  ];
  const goals = await createTwo(() =>
    answerOf(api.POST('/api/v1/sites/{id}/goals', { params, body: step('signup') })),
  );
  const funnels = await createTwo(() =>
    answerOf(api.POST('/api/v1/sites/{id}/funnels', { params, body: newFunnel })),
  );
  const annotations = await createTwo(() =>
    answerOf(
      api.POST('/api/v1/sites/{id}/annotations', { params, body: { day: '2026-10-25', text: 'fuzz' } }),
    ),
  );
  const savedViews = await createTwo(() =>
    answerOf(api.POST('/api/v1/saved-views', { body: { name: 'fuzz', page: 'revenue', query: '' } })),
  );
  const tokens = await createTwo(() =>
    answerOf(api.POST('/api/v1/tokens', { body: { name: 'fuzz', scopes: ['stats:read'] } })),
  );
  const webhooks = await createTwo(() =>
    answerOf(
      api.POST('/api/v1/webhooks', { body: { url: 'https://hooks.example/fuzz', events: ['site.deleted'] } }),
    ),
  );
  const user_id = 'fuzz';
  await answerOf(
    api.POST('/api/v1/identify/bulk', { body: { users: [{ email: 'fuzz@fuzz.example', user_id }] } }),
  );
  const payment = { payment_id: 'fuzz', user_id, amount: '1', currency: 'EUR', type: 'sale' as const };
  await answerOf(api.POST('/api/v1/payments', { body: payment }));
  const { accounts } = await answerOf(api.GET('/api/v1/accounts'));
  const idsFor = (ids: readonly number[], { method }: Operation) =>
    method === 'DELETE' ? ids.slice(1) : ids.slice(0, 1);
  return (operation) => ({
    id: operation.method === 'DELETE' && operation.path.endsWith('{id}') ? sitesToDelete : [site],
    goalId: idsFor(goals, operation),
    funnelId: idsFor(funnels, operation),
    annotationId: idsFor(annotations, operation),
    viewId: idsFor(savedViews, operation),
    tokenId: idsFor(tokens, operation),
    webhookId: idsFor(webhooks, operation),
    accountId: accounts.filter((each) => each.userId === user_id).map(({ id }) => id),
    paymentId: [payment.payment_id],
    name: ['signup', 'pageview'],
  });
}
