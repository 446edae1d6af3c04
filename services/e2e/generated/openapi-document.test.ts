import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerOf } from '@headwater/client/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, clientOf, type System } from '../src/api';
import { repositoryRoot } from '../src/child-process';
import { startAllInOne } from '../src/start-all-in-one';
import { runProgram, testWith, TOOLS } from './tools';

/** Time budget of Schemathesis in seconds. CI sets 180. */
const SECONDS = process.env['SCHEMATHESIS_SECONDS'] ?? '60';
const SEED = process.env['SCHEMATHESIS_SEED'] ?? '1';

let system: System;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-openapi-'));
  system = await startAllInOne();
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${system.apiUrl}/openapi.json`)).text());
});
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fileHere = (name: string) => join(repositoryRoot(), 'services/e2e/generated', name);

testWith(['spectral'])('Spectral finds no problem in the OpenAPI document', async () => {
  const rules = ['--ruleset', fileHere('spectral.yaml'), '--fail-severity', 'warn'];
  await runProgram(TOOLS.spectral, ['lint', join(folder, 'openapi.json'), ...rules]);
});

testWith(['schemathesis'])(
  'every response to requests of Schemathesis matches the OpenAPI document',
  async () => {
    const { dictionaries, env } = await createResources();
    const config = join(folder, 'schemathesis.toml');
    const lines = Object.entries(dictionaries).map(
      ([name, values]) => `${name} = { values = ${JSON.stringify(values)} }`,
    );
    writeFileSync(
      config,
      [readFileSync(fileHere('schemathesis.toml'), 'utf8'), '[dictionaries]', ...lines].join('\n'),
    );
    const report = join(folder, 'report.ndjson');
    const limits = ['--seed', SEED, '--max-time', SECONDS];
    const output = ['--report-ndjson-path', report, '--no-color'];
    // Fails if a response is wrong; the error has its request as a curl command. Hypothesis writes into the working directory.
    await runProgram(
      TOOLS.schemathesis,
      ['--config-file', config, 'run', `${system.apiUrl}/openapi.json`, ...limits, ...output],
      { cwd: folder, env: { HEADWATER_TOKEN: system.token, ...env } },
    );
    // The requests reach the operations. The exceptions depend on the time that the budget leaves, and one needs Stripe's signature.
    expect(operationsWithoutSuccess(readFileSync(report, 'utf8')).length).toBeLessThan(10);
    expect((await callApi(system, 'GET', `/api/v1/sites/${dictionaries.sites[0]}`)).status).toBe(200);
  },
);

/** The part of a line of Schemathesis's report that describes the requests of a test. */
interface ReportLine {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly cases?: Readonly<
        Record<string, { readonly value: { readonly method: string; readonly path: string } }>
      >;
      readonly interactions?: Readonly<
        Record<string, { readonly response?: { readonly status_code: number } }>
      >;
    };
  };
}

/** The operations of the document that never returned 2xx. */
function operationsWithoutSuccess(report: string): string[] {
  const successful = new Set<string>();
  for (const line of report.trim().split('\n')) {
    const { cases = {}, interactions = {} } =
      (JSON.parse(line) as ReportLine).ScenarioFinished?.recorder ?? {};
    for (const [id, { response }] of Object.entries(interactions)) {
      const value = cases[id]?.value;
      if (value && response && response.status_code < 300) successful.add(`${value.method} ${value.path}`);
    }
  }
  const { paths } = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((operation) => !successful.has(operation));
}

/** Creates a resource of each kind. Returns their ids for `schemathesis.toml`. */
async function createResources() {
  const api = clientOf(system);
  const siteOf = async (domain: string) =>
    (await answerOf(api.POST('/api/v1/sites', { body: { domain } }))).id;
  const tokenOf = async (name: string) =>
    (await answerOf(api.POST('/api/v1/tokens', { body: { name, scopes: ['stats:read'] } }))).id;
  const site = await siteOf('schemathesis.example');
  const params = { path: { id: site } };
  const url = 'https://schemathesis.example/';
  const pageview = { anonymous_id: 'visitor', name: 'pageview', url, referrer: 'https://www.google.com/' };
  const signup = { anonymous_id: 'visitor', name: 'signup', url, props: { plan: 'pro' } };
  const { ids } = await answerOf(
    api.POST('/api/v1/sites/{id}/events', { params, body: { events: [pageview, signup] } }),
  );
  const email = 'account@customer.example';
  await answerOf(api.POST('/api/v1/identify', { body: { anonymous_id: 'visitor', email } }));
  const payment = { payment_id: 'payment', amount: '49.00', currency: 'EUR', email };
  await answerOf(api.POST('/api/v1/payments', { body: payment }));
  const goalBody = { name: 'signup', type: 'event' as const, event: 'signup' };
  const goal = await answerOf(api.POST('/api/v1/sites/{id}/goals', { params, body: goalBody }));
  const steps = [goalBody, { ...goalBody, name: 'second signup' }];
  const funnel = await answerOf(
    api.POST('/api/v1/sites/{id}/funnels', { params, body: { name: 'signups', steps } }),
  );
  const note = await answerOf(
    api.POST('/api/v1/sites/{id}/annotations', { params, body: { day: '2026-10-25', text: 'note' } }),
  );
  const link = await answerOf(api.POST('/api/v1/sites/{id}/share-links', { params, body: { name: 'link' } }));
  const view = await answerOf(
    api.POST('/api/v1/saved-views', { body: { name: 'view', page: 'revenue', query: 'range=90d' } }),
  );
  const webhook = await answerOf(
    api.POST('/api/v1/webhooks', { body: { url: 'https://hooks.example/', events: ['site.deleted'] } }),
  );
  return {
    dictionaries: {
      sites: [site],
      eventNames: ['pageview', 'signup'],
      eventIds: ids,
      goals: [goal.id],
      funnels: [funnel.id],
      annotations: [note.id],
      savedViews: [view.id],
      shareLinks: [link.id],
      webhooks: [webhook.id],
      visitors: [await exportedVisitor(site)],
    },
    env: {
      DELETED_SITE_ID: `${await siteOf('deleted.example')}`,
      ROTATED_TOKEN_ID: `${await tokenOf('rotated')}`,
      REVOKED_TOKEN_ID: `${await tokenOf('revoked')}`,
    },
  };
}

/** Waits until the events are stored. Returns the id of their visitor. */
async function exportedVisitor(site: number): Promise<string> {
  const url = `${system.apiUrl}/api/v1/sites/${site}/export?range=7d&format=ndjson`;
  const line = await waitFor('the export of the events', async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${system.token}` } });
    return (await response.text()).split('\n')[0] || undefined;
  });
  return (JSON.parse(line) as { visitorId: string }).visitorId;
}
