import fc from 'fast-check';
import { answerOf } from '@headwater/client/client';
import { clientOf } from '../api';
import { readApi, type Operation } from '../fuzz/api-document';
import { createConformance, type Conformance } from '../fuzz/conformance';
import { requestsOf, type KnownIds, type TwistedRequest } from '../fuzz/requests-of';
import { send, type Answer } from '../fuzz/send';
import { NEVER_OF_A_RIGHT_REQUEST, TWISTS } from '../fuzz/twists';
import type { System } from '../system';

/** Requests of each operation: enough for every twist to come up; more by night. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 16);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

/** What the server does is what its OpenAPI document says, for requests made from that document, right ones and wrong. */
export function describeFuzz(system: () => System): void {
  test('every answer to requests made from the OpenAPI document is one that the document has', async () => {
    const api = await readApi(system());
    const conformance = createConformance(api.document);
    const context = {
      api,
      token: system().token,
      knownIds: await makeThings(system()),
      takes: (...given: Parameters<Conformance['takes']>) => conformance.takes(...given),
    };
    const seen = new Set<string>();
    const surprises: string[] = [];
    for (const operation of api.operations) {
      const property = fc.asyncProperty(requestsOf(operation, context), async (request) => {
        const answer = await send(system(), request);
        if (request.twist === undefined) seen.add(`${operation.operationId} ${answer.status < 300}`);
        const surprise = surpriseIn(operation, request, { answer, conformance });
        if (surprise !== undefined) throw new Error(surprise);
      });
      const result = await fc.check(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
      const { failed, errorInstance, counterexample } = result;
      if (failed) surprises.push(`${String(errorInstance)} ${JSON.stringify(counterexample?.[0])}`);
    }
    expect(surprises).toEqual([]);
    // Proof that the fuzz gets through: most operations did at least once what they are for.
    const passed = api.operations.filter(({ operationId }) => seen.has(`${operationId} true`));
    expect(passed.length).toBeGreaterThan(api.operations.length * 0.6);
  }, 240_000);
}

function surpriseIn(
  operation: Operation,
  { twist, method }: TwistedRequest,
  { answer, conformance }: { readonly answer: Answer; readonly conformance: Conformance },
): string | undefined {
  const told = `${operation.method} ${operation.path}: ${answer.status} ${answer.text.slice(0, 300)}`;
  // Whatever other method was asked, its answer is documented with the path's own.
  const disagreement = conformance.disagreement(operation, answer);
  if (disagreement !== undefined) return `${told} ${disagreement}`;
  if (!answer.headers.has('x-request-id')) return `${told} has no X-Request-Id`;
  const code = answer.status < 400 ? undefined : (JSON.parse(answer.text) as { code: string }).code;
  if (twist === undefined)
    return code !== undefined && NEVER_OF_A_RIGHT_REQUEST.includes(code)
      ? `${told} refuses a right request`
      : undefined;
  const expected: { readonly status: number; readonly code?: string } = TWISTS[twist];
  const isSo = answer.status === expected.status && (expected.code ?? code) === code;
  // A path that leads nowhere may be told first.
  if (isSo || answer.status === 404) return undefined;
  return `${told} is no answer to ${twist} with ${method}: expected ${expected.status} ${expected.code ?? ''}`;
}

/** One of everything that a path can name, and spare ones to be deleted. */
async function makeThings(system: System): Promise<KnownIds> {
  const api = clientOf(system);
  const siteOf = async (domain: string) =>
    (await answerOf(api.POST('/api/v1/sites', { body: { domain } }))).id;
  const site = await siteOf('fuzz.example');
  const spares = await Promise.all([1, 2, 3].map((n) => siteOf(`fuzz-${n}.example`)));
  const params = { path: { id: site } };
  const step = (name: string) => ({ name, type: 'event' as const, event: name });
  const way = { name: 'way', steps: [step('signup'), step('order')] };
  const ofEach = async (make: () => Promise<{ readonly id: number }>) => [
    (await make()).id,
    (await make()).id,
  ];
  const goals = await ofEach(() =>
    answerOf(api.POST('/api/v1/sites/{id}/goals', { params, body: step('signup') })),
  );
  const funnels = await ofEach(() => answerOf(api.POST('/api/v1/sites/{id}/funnels', { params, body: way })));
  const tokens = await ofEach(() =>
    answerOf(api.POST('/api/v1/tokens', { body: { name: 'spare', scopes: ['stats:read'] } })),
  );
  const webhooks = await ofEach(() =>
    answerOf(
      api.POST('/api/v1/webhooks', { body: { url: 'https://hooks.example/fuzz', events: ['site.deleted'] } }),
    ),
  );
  const spare = (ids: readonly number[], { method }: Operation) =>
    method === 'DELETE' ? ids.slice(1) : ids.slice(0, 1);
  return (operation) => ({
    id: operation.method === 'DELETE' && operation.path.endsWith('{id}') ? spares : [site],
    goalId: spare(goals, operation),
    funnelId: spare(funnels, operation),
    tokenId: spare(tokens, operation),
    webhookId: spare(webhooks, operation),
    name: ['signup', 'pageview'],
  });
}
