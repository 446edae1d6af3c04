import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerOf } from '@headwater/client/client';
import { launchBrowser } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { callApi, clientOf, type System } from '../../src/api';
import { repositoryRoot } from '../../src/child-process';
import { DESKTOP_CHROME, startWebsite, type Website } from '../../src/shop';

interface Documented {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly 'x-codeSamples'?: readonly { readonly source: string }[] }>>
    >
  >;
}

/** Tests that every example of the API reference works. */
export function describeDocumentedExamples(system: () => System): void {
  test('every curl example of the API reference returns 2xx', async () => {
    const document = (await (await fetch(`${system().apiUrl}/openapi.json`)).json()) as Documented;
    const examples = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        (operation['x-codeSamples'] ?? []).map(({ source }) => ({ method, path, source })),
      ),
    );
    expect(examples.length).toBeGreaterThan(40);
    const ids = await createResources(system());
    const failures: string[] = [];
    // Deletions run last, because other examples need the resources.
    const isLast = ({ method }: { readonly method: string }) => method === 'delete';
    const inOrder = [...examples.filter((each) => !isLast(each)), ...examples.filter(isLast)];
    for (const { method, path, source } of inOrder) {
      // A stream does not end: curl then exits with 28.
      const limit = path.endsWith('/live') ? ' --max-time 3 || test $? = 28' : '';
      const env = { PATH: process.env['PATH'] ?? '', API: system().apiUrl, TOKEN: system().token };
      const command = `${source} -w '\\n%{http_code}'${limit}`;
      const { stdout } = await promisify(execFile)('bash', ['-euc', command], {
        env: { ...env, ...ids(`${method} ${path}`) },
      });
      if (!/\n2\d\d$/.test(stdout)) failures.push(`${source}\n${stdout}`);
    }
    expect(failures).toEqual([]);
  }, 120_000);
}

/** Creates resources for the variables of the examples. Deletions get resources of their own. */
async function createResources(system: System): Promise<(call: string) => Record<string, string>> {
  const api = clientOf(system);
  const siteOf = async (domain: string) =>
    (await answerOf(api.POST('/api/v1/sites', { body: { domain } }))).id;
  const [site, toDelete, deleted] = [
    await siteOf('reference.example'),
    await siteOf('reference-1.example'),
    await siteOf('reference-2.example'),
  ];
  await answerOf(api.DELETE('/api/v1/sites/{id}', { params: { path: { id: deleted } } }));
  const params = { path: { id: site } };
  const step = (name: string) => ({ name, type: 'event' as const, event: name });
  const goal = () => answerOf(api.POST('/api/v1/sites/{id}/goals', { params, body: step('signup') }));
  const newFunnel = { name: 'funnel', steps: [step('signup'), step('order')] };
  const funnel = () => answerOf(api.POST('/api/v1/sites/{id}/funnels', { params, body: newFunnel }));
  const newNote = { day: '2026-10-25', text: 'note' };
  const note = () => answerOf(api.POST('/api/v1/sites/{id}/annotations', { params, body: newNote }));
  const newView = { name: 'view', page: 'revenue' as const, query: 'range=90d' };
  const newToken = { name: 'example', scopes: ['stats:read' as const] };
  const token = () => answerOf(api.POST('/api/v1/tokens', { body: newToken }));
  const link = () => answerOf(api.POST('/api/v1/sites/{id}/share-links', { params, body: {} }));
  const hook = { url: 'https://hooks.example/documented', events: ['site.deleted' as const] };
  const webhook = () => answerOf(api.POST('/api/v1/webhooks', { body: hook }));
  const createAll = async () => ({
    GOAL_ID: await goal(),
    FUNNEL_ID: await funnel(),
    ANNOTATION_ID: await note(),
    VIEW_ID: await answerOf(api.POST('/api/v1/saved-views', { body: newView })),
    TOKEN_ID: await token(),
    LINK_ID: await link(),
    WEBHOOK_ID: await webhook(),
    SESSION_ID: await answerOf(api.POST('/api/v1/dashboard-links', { body: {} })),
    ERASURE_ID: (await answerOf(api.POST('/api/v1/erasures', { body: { user_id: 'erased' } }))).certificate,
  });
  const [kept, toRemove] = [await createAll(), await createAll()];
  await answerOf(api.POST('/api/v1/identify/bulk', { body: { users: [{ email: 'listed@example.com' }] } }));
  const { accounts } = await answerOf(api.GET('/api/v1/accounts'));
  const visitor = await visitorOf(system, site);
  const secrets = await setSigningSecrets(system);
  return (call) => {
    const resources = call.startsWith('delete') ? toRemove : kept;
    const siteId =
      call === 'delete /api/v1/sites/{id}' ? toDelete : /\/(restore|purge)$/.test(call) ? deleted : site;
    return {
      ...Object.fromEntries(Object.entries(resources).map(([name, { id }]) => [name, String(id)])),
      SITE_ID: String(siteId),
      ACCOUNT_ID: String(accounts[0]?.id),
      VISITOR_ID: visitor,
      WORKSPACE: secrets.webhookKey,
      SIGNING_SECRET: secrets.of[/webhooks\/([\w-]+)/.exec(call)?.[1] ?? ''] ?? '',
      NOW: String(Math.floor(Date.now() / 1_000)),
    };
  };
}

/** Stores a signing secret of each payment provider. */
async function setSigningSecrets(system: System) {
  const of: Readonly<Record<string, string>> = {
    stripe: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    paddle: 'pdl_ntfset_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'lemon-squeezy': 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    polar: 'polar_whs_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  let webhookKey = '';
  for (const [provider, signing_secret] of Object.entries(of)) {
    const answer = await callApi(system, 'PUT', `/api/v1/integrations/${provider}`, {
      body: { signing_secret },
    });
    webhookKey = answer.body.webhookPath.split('/').at(-1) ?? '';
  }
  return { of, webhookKey };
}

/** The pseudonymous id of a visitor, from the export. */
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

/** The code of a marked block of the README. */
function readmeBlock(mark: string): string {
  const readme = readFileSync(join(repositoryRoot(), 'README.md'), 'utf8');
  const block = new RegExp(`<!-- run: ${mark} -->\\n\`\`\`[a-z]+\\n([^]*?)\`\`\``).exec(readme)?.[1];
  if (block === undefined) throw new Error(`README.md has no block marked "run: ${mark}"`);
  return block;
}

/** Tests the examples of the README. */
export function describeReadme(system: () => System): void {
  const runBlocks = async (...marks: string[]) => {
    const commands = marks
      .map(readmeBlock)
      .join('\n')
      .replace('http://localhost:8080', system().apiUrl)
      .replace('$(cat .headwater/token)', system().token);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands]);
    return stdout
      .split(/(?<=\})(?=\{)|\n/)
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };

  test('the first steps of the README work', async () => {
    const [events, identified, analysis, customers] = await runBlocks('first-steps');
    expect(events).toMatchObject({ accepted: 2, dropped: [] });
    expect(identified).toEqual({ ok: true, linked: true, channel: 'Organic Search' });
    expect(analysis.data).toMatchObject({ name: 'signup', events: 1, pageviews: 1, eventRate: 100 });
    expect(analysis.data.breakdown).toEqual([expect.objectContaining({ key: 'Organic Search', events: 1 })]);
    expect(customers.data.breakdown).toContainEqual(expect.objectContaining({ key: 'Organic Search' }));
  });

  test('the warnings that the README shows are those of identify', async () => {
    const answers = await runBlocks('first-steps', 'identify-warnings');
    const shown = /^# (\{.*)$/m.exec(readmeBlock('identify-warnings'))?.[1] ?? '';
    expect(answers.at(-1)).toEqual(JSON.parse(shown));
  });
}

/** Tests the elements, the form and the server code of the README, in a browser. */
export function describeReadmeSignup(system: () => System): void {
  describe('the signup of the README', () => {
    const HOST = 'signup.test';
    let browser: Browser;
    let site: Website;
    let siteId: number;

    beforeAll(async () => {
      browser = await launchBrowser({
        hosts: { [HOST]: '127.0.0.1', 'staging.test': '127.0.0.1' },
        userAgent: DESKTOP_CHROME,
      });
      const { id, snippet } = await answerOf(
        clientOf(system()).POST('/api/v1/sites', { body: { domain: HOST } }),
      );
      siteId = id;
      const elements = readmeBlock('snippet').replace(/<script async.*<\/script>/, () => snippet);
      expect(elements).toContain(snippet);
      site = await startWebsite(`<!doctype html><head>${elements}</head>${readmeBlock('signup-form')}`);
    }, 60_000);
    afterAll(async () => {
      await browser.close();
      await site.close();
    });

    /** Signs up as a new visitor. @returns the fields that the form sent */
    async function signUp(email: string, isBlocked: boolean): Promise<URLSearchParams> {
      const context = await browser.newContext();
      const errors: string[] = [];
      context.on('weberror', (error) => errors.push(error.error().message));
      if (isBlocked) await context.route('**/hw.js', (route) => route.abort('blockedbyclient'));
      const page = await context.newPage();
      await page.goto(`http://${HOST}:${site.port}/`);
      if (!isBlocked) await page.waitForFunction('headwater.ref');
      await page.locator('[name=email]').fill(email);
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByText('Welcome').waitFor();
      await context.close();
      expect(errors).toEqual([]);
      return site.posts.at(-1) ?? new URLSearchParams();
    }

    /** Runs the README's code on the customer's server. */
    async function identify(form: URLSearchParams): Promise<unknown> {
      const call = `identify(${JSON.stringify(form.get('email'))}, ${JSON.stringify(form.get('ref'))})`;
      const code = `${readmeBlock('signup-server')}\n${call}.then((answer) => console.log(JSON.stringify(answer)));`;
      const env = { ...process.env, API: system().apiUrl, TOKEN: system().token };
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { env });
      return JSON.parse(stdout);
    }

    test('records the channel of a visitor', async () => {
      const form = await signUp('grace@example.com', false);
      expect(form.get('ref')).toMatch(/^[\da-f-]{36}$/);
      const { body } = await waitFor('the signup to be counted', async () => {
        const answer = await callApi(system(), 'GET', `/api/v1/sites/${siteId}/events/signup?range=1d`);
        return answer.body.data.events === 1 && answer;
      });
      expect(body.data).toMatchObject({ events: 1, pageviews: 1 });
      expect(await identify(form)).toEqual({ ok: true, linked: true, channel: 'Direct' });
    });

    test.each(['staging.test', 'localhost'])('shows once why events from %s are dropped', async (host) => {
      const context = await browser.newContext();
      const warnings: string[] = [];
      context.on('console', (message) => {
        if (message.text().startsWith('Headwater')) warnings.push(message.text());
      });
      const page = await context.newPage();
      await page.goto(`http://${host}:${site.port}/`);
      await waitFor('the warning', () => warnings.length > 0);
      const second = page.waitForResponse(/collect/);
      await page.evaluate("headwater.track('again')");
      await (await second).finished();
      await context.close();
      expect(warnings).toEqual([
        `Headwater: Events of this page are dropped: site ${siteId} counts ${HOST} and its subdomains, but the page is on another ` +
          'host. Create a site for the host of the page ("localhost" is possible, an IP address is not), or remove the snippet.',
      ]);
      const finding = await waitFor('the finding', async () => {
        const { body } = await callApi(system(), 'GET', `/api/v1/sites/${siteId}/status`);
        return body.findings.find(({ code }: { code: string }) => code === 'host_mismatch');
      });
      expect(finding.fix).toContain('“localhost” is possible');
    });

    test('stores the account of a visitor whose browser blocks the script', async () => {
      const form = await signUp('edsger@example.com', true);
      expect(Object.fromEntries(form)).toEqual({ email: 'edsger@example.com', ref: '' });
      expect(await identify(form)).toMatchObject({ ok: true, imported: 1, skipped: 0 });
    });
  });
}

/** Tests the example in the README of the client. */
export function describeClient(system: () => System): void {
  test('the example in the README of the client works', async () => {
    const readme = readFileSync(join(repositoryRoot(), 'services/client/README.md'), 'utf8');
    const example = /<!-- run: client -->\n```ts\n([^]*?)```/.exec(readme)?.[1] ?? '';
    const directory = mkdtempSync(join(tmpdir(), 'headwater-client-'));
    const outfile = join(directory, 'example.js');
    try {
      await build({
        stdin: { contents: example, loader: 'ts', resolveDir: repositoryRoot() },
        outfile,
        bundle: true,
        platform: 'node',
        logLevel: 'silent',
      });
      const { stdout } = await promisify(execFile)(process.execPath, [outfile], {
        env: { ...process.env, HEADWATER_URL: system().apiUrl, HEADWATER_TOKEN: system().token },
      });
      expect(stdout).toMatch(/^1 signup\n404 site_not_found: There is no such site/);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }, 60_000);
}
