import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { answerOf } from '@headwater/client/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { clientOf } from '../api';
import type { System } from '../system';

interface Documented {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly 'x-codeSamples'?: readonly { readonly source: string }[] }>>
    >
  >;
}

/** Every example of the API reference works when it is pasted. */
export function describeDocumentedExamples(system: () => System): void {
  test('every curl example of the API reference is answered well', async () => {
    const document = (await (await fetch(`${system().apiUrl}/openapi.json`)).json()) as Documented;
    const examples = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        (operation['x-codeSamples'] ?? []).map(({ source }) => ({ method, path, source })),
      ),
    );
    expect(examples.length).toBeGreaterThan(40);
    const ids = await makeNamedThings(system());
    const surprises: string[] = [];
    // What one example removes, another may need.
    const isLast = ({ method }: { readonly method: string }) => method === 'delete';
    const inOrder = [...examples.filter((each) => !isLast(each)), ...examples.filter(isLast)];
    for (const { method, path, source } of inOrder) {
      const { stdout } = await promisify(execFile)('bash', ['-euc', `${source} -w '\\n%{http_code}'`], {
        env: {
          PATH: process.env['PATH'] ?? '',
          API: system().apiUrl,
          TOKEN: system().token,
          ...ids(`${method} ${path}`),
        },
      });
      if (!/\n2\d\d$/.test(stdout)) surprises.push(`${source}\n${stdout}`);
    }
    expect(surprises).toEqual([]);
  }, 120_000);
}

/** Ids of things that are there, for the variables of the examples; each deletion has things of its own. */
async function makeNamedThings(system: System): Promise<(call: string) => Record<string, string>> {
  const api = clientOf(system);
  const siteOf = async (domain: string) =>
    (await answerOf(api.POST('/api/v1/sites', { body: { domain } }))).id;
  const [site, toDelete, binned] = [
    await siteOf('reference.example'),
    await siteOf('reference-1.example'),
    await siteOf('reference-2.example'),
  ];
  await answerOf(api.DELETE('/api/v1/sites/{id}', { params: { path: { id: binned } } }));
  const params = { path: { id: site } };
  const step = (name: string) => ({ name, type: 'event' as const, event: name });
  const goal = () => answerOf(api.POST('/api/v1/sites/{id}/goals', { params, body: step('signup') }));
  const way = { name: 'way', steps: [step('signup'), step('order')] };
  const funnel = () => answerOf(api.POST('/api/v1/sites/{id}/funnels', { params, body: way }));
  const spareToken = { name: 'spare', scopes: ['stats:read' as const] };
  const token = () => answerOf(api.POST('/api/v1/tokens', { body: spareToken }));
  const link = () => answerOf(api.POST('/api/v1/sites/{id}/share-links', { params, body: {} }));
  const hook = { url: 'https://hooks.example/documented', events: ['site.deleted' as const] };
  const webhook = () => answerOf(api.POST('/api/v1/webhooks', { body: hook }));
  const things = async () => ({
    GOAL_ID: await goal(),
    FUNNEL_ID: await funnel(),
    TOKEN_ID: await token(),
    LINK_ID: await link(),
    WEBHOOK_ID: await webhook(),
  });
  const [one, other] = [await things(), await things()];
  const visitor = await visitorOf(system, site);
  const stripe = await answerOf(api.GET('/api/v1/integrations/stripe'));
  return (call) => {
    const ones = call.startsWith('delete') ? other : one;
    const ofSite =
      call === 'delete /api/v1/sites/{id}' ? toDelete : /\/(restore|purge)$/.test(call) ? binned : site;
    return {
      ...Object.fromEntries(Object.entries(ones).map(([name, { id }]) => [name, String(id)])),
      SITE_ID: String(ofSite),
      VISITOR_ID: visitor,
      WORKSPACE: stripe.webhookPath.split('/').at(-1) ?? '',
      STRIPE_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      NOW: String(Math.floor(Date.now() / 1_000)),
    };
  };
}

/** The pseudonym of a visitor, as the export has it. */
async function visitorOf(system: System, site: number): Promise<string> {
  const api = clientOf(system);
  const path = { id: site };
  const events = [{ anonymous_id: 'somebody', name: 'signup' }];
  await answerOf(api.POST('/api/v1/sites/{id}/events', { params: { path }, body: { events } }));
  return waitFor('the event to be exported', async () => {
    const { response } = await api.GET('/api/v1/sites/{id}/export', {
      params: { path, query: { range: '2d', type: 'events', format: 'ndjson' } },
      parseAs: 'stream',
    });
    return /"visitorId":"([^"]+)"/.exec(await response.text())?.[1];
  });
}
