import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import {
  findMissingConditions,
  rowsOfWorkspace,
  stripWorkspaceConditions,
} from '@headwater/kit/testing/strip-conditions';
import { waitFor } from '@headwater/kit/testing/wait-for';
import Stripe from 'stripe';
import { NOW } from './analytics-stand-in';
import { signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

interface Tenant {
  readonly workspaceId: number;
  readonly token: string;
}

/** Statements across workspaces, for all workspaces or to find the workspace of a credential. */
const ACROSS_WORKSPACES = [
  'UPDATE gateway.workspace_keys SET sealed_key = $3 WHERE workspace_id = $1 AND sealed_key = $2',
  'workspace_id = $1 AND accepts_id_path',
  // The command `admin audit`
  'LEFT JOIN gateway.audit_entries e ON e.id = l.entry_id AND e.workspace_id = $1',
  'LEFT JOIN gateway.audit_links le ON le.workspace_id = $1 AND le.entry_id = e.id AND NOT le.is_outcome',
  'LEFT JOIN gateway.audit_links lo ON lo.workspace_id = $1 AND lo.entry_id = e.id AND lo.is_outcome',
  'WHERE workspace_id = $1 AND ($2::timestamptz IS NULL OR (at, id) > ($2, $3::bigint)) ORDER BY at, id LIMIT $4)',
  'WHERE l.workspace_id = $1 AND l.seq > $2 ORDER BY l.seq LIMIT $3',
  'WHERE l.workspace_id = $1 ORDER BY l.seq LIMIT 1),',
];

let stripped: ReadonlySet<string>;
let gateway: Gateway;
beforeAll(async () => {
  stripped = stripWorkspaceConditions();
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const secretOf = (name: string): string => `whsec_${name}0123456789abcdef`;

/** Sends a genuine event of Stripe and a forged one, after which the tenant's state of Stripe differs. */
async function sendEvents({ webhookPath, name }: { webhookPath: string; name: string }): Promise<void> {
  const timestamp = Math.floor(NOW / 1_000);
  const raw = JSON.stringify({ id: name, created: timestamp, type: 'payout.paid', data: { object: {} } });
  for (const secret of [secretOf(name), 'whsec_of_an_attacker']) {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: raw, secret, timestamp });
    const headers = { 'stripe-signature': signature };
    await gateway.request('POST', webhookPath, { token: null, raw, headers });
  }
}

/** Creates everything that a workspace can have in this schema, named after the tenant. @returns the ids */
async function fill(tenant: Tenant, name: string) {
  const { token } = tenant;
  const idOf = async (path: string, json: object, headers = {}): Promise<number> => {
    const { body, status } = await gateway.request('POST', `/api/v1${path}`, { json, token, headers });
    expect(status).toBe(201);
    return Number(body['id']);
  };
  const site = await idOf('/sites', { domain: `${name}.example` });
  const tokenId = await idOf('/tokens', { name, scopes: ['sites:read'] });
  const key = { 'idempotency-key': 'same' };
  const linkId = await idOf(`/sites/${site}/share-links`, { name, password: `${name}-password` }, key);
  const browser = await signedIn(gateway, {}, token);
  const { body } = await gateway.request('GET', '/api/v1/dashboard-sessions', { token });
  const [session] = body['sessions'] as { id: number }[];
  const secret = { signing_secret: secretOf(name) };
  const set = await gateway.request('PUT', '/api/v1/integrations/stripe', { json: secret, token });
  const webhookPath = String(set.body['webhookPath']);
  await sendEvents({ webhookPath, name });
  return { site, tokenId, linkId, sessionId: session?.id ?? 0, browser, webhookPath };
}

test('statements without a condition on the workspace neither read nor change rows of another workspace', async () => {
  const tenant = await gateway.newTenant('theirs');
  const theirs = await fill(tenant, 'theirs');
  const { ours } = gateway;
  const own = await fill(ours, 'ours');
  await waitFor('the recorded use of the token and the session', async () => {
    const { rows } = await gateway.database.pool.query<{ done: boolean }>(
      `SELECT EXISTS (SELECT FROM gateway.tokens WHERE workspace_id = $1 AND last_used_at IS NOT NULL) AS done`,
      [tenant.workspaceId],
    );
    return rows[0]?.done;
  });
  const theirRows = () => rowsOfWorkspace(gateway.database.pool, 'gateway', tenant.workspaceId);
  const before = await theirRows();
  expect(before.length).toBeGreaterThanOrEqual(8);

  const answers: string[] = [];
  const call = async (method: string, path: string, json?: object, headers = {}): Promise<number> => {
    const { status, body } = await gateway.request(method, `/api/v1${path}`, {
      ...(json ? { json } : {}),
      headers,
    });
    answers.push(`${method} ${path} ${status} ${JSON.stringify(body)}`);
    expect(status).toBeLessThan(500);
    return Number(body['id']);
  };
  await sendEvents({ webhookPath: own.webhookPath, name: 'ours' });
  await call('GET', '/tokens');
  await call('GET', '/dashboard-sessions');
  await call('GET', '/integrations/stripe');
  await call('GET', '/audit');
  for (const site of [own.site, theirs.site]) {
    await call('GET', `/sites/${site}/share-links`);
    await call('PATCH', `/sites/${site}/share-links/${theirs.linkId}`, { name: 'ours' });
    await call('DELETE', `/sites/${site}/share-links/${theirs.linkId}`);
  }
  await call('POST', `/tokens/${theirs.tokenId}/rotate`, { overlapSeconds: 0 });
  await call('DELETE', `/tokens/${theirs.tokenId}`);
  await call('DELETE', `/dashboard-sessions/${theirs.sessionId}`);
  const link = { name: 'ours', password: 'ours-password' };
  await call('POST', `/sites/${own.site}/share-links`, link, { 'idempotency-key': 'same' });
  await call('POST', `/sites/${own.site}/share-links`, { name: 'no' }, { 'idempotency-key': 'same' });
  await call('POST', '/sites/999999/goals', {}, { 'idempotency-key': 'released' });
  const account = { anonymous_id: 'ours-1', email: 'ours@example.com' };
  for (const key of ['account', 'account'])
    await call('POST', '/identify', account, { 'idempotency-key': key });
  const purged = await call('POST', '/sites', { domain: 'purged-ours.example' });
  await call('POST', `/sites/${purged}/share-links`, { name: 'ours' });
  await call('DELETE', `/sites/${purged}`);
  await call('GET', `/sites/${purged}/purge`);
  await call('GET', `/sites/${own.site}/visitors/v1`);
  const { status, body } = await own.browser.request('GET', '/dashboard/session');
  answers.push(`${status} ${JSON.stringify(body)}`);
  const limited = await signedIn(gateway, { scopes: ['stats:read'] });
  await limited.request('DELETE', '/dashboard/sessions');
  const second = await call('POST', '/tokens', { name: 'rotated', scopes: ['sites:read'] });
  await call('POST', `/tokens/${second}/rotate`, { overlapSeconds: 0 });
  await call('DELETE', `/tokens/${second}`);
  await own.browser.request('DELETE', '/dashboard/session');
  await call('DELETE', '/dashboard-sessions');
  await call('DELETE', '/integrations/stripe');

  expect(answers.join('\n')).toContain('ours');
  expect(answers.join('\n')).not.toMatch(/theirs/);
  expect(await theirRows()).toEqual(before);
});

test('every condition on the workspace was removed, except in statements across workspaces', () => {
  const missing = findMissingConditions(join(packageRoot('@headwater/gateway'), 'src'), stripped);
  expect(missing.sort()).toEqual(ACROSS_WORKSPACES.sort());
});
