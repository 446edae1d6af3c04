import { generateToken } from '../src/domain/token-format';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => gateway.stop());

const FROM = { 'x-forwarded-for': '203.0.113.9' };

it('limits the unknown tokens of an address over HTTP, but not its valid ones', async () => {
  const valid = () => gateway.request('GET', '/api/v1/sites', { headers: FROM });
  expect(await valid()).toMatchObject({ status: 200 });
  const statuses: number[] = [];
  for (let n = 0; n < 121; n++) {
    const response = await fetch(`${gateway.origin}/api/v1/sites`, {
      headers: { ...FROM, authorization: `Bearer ${generateToken()}` },
    });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array<number>(120).fill(401), 429]);
  expect(await valid()).toMatchObject({ status: 200 });
});

/** Sends to a page of the dashboard, which anyone can call. @returns the status */
async function sendToPage(path: string, from: string, body: object): Promise<number> {
  const response = await fetch(gateway.origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-headwater-dashboard': '1',
      origin: gateway.origin,
      'x-forwarded-for': from,
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

it('limits the wrong passwords of an address', async () => {
  const site = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'password.example' } });
  const path = `/api/v1/sites/${String(site.body['id'])}/share-links`;
  const link = await gateway.request('POST', path, { json: { password: 'a password' } });
  const slug = String(link.body['url']).split('/').at(-1);
  const open = (from: string, password: string) => sendToPage('/dashboard/share', from, { slug, password });
  const statuses: number[] = [];
  for (let n = 0; n < 13; n++) statuses.push(await open('203.0.113.10', 'wrong'));
  expect(statuses).toEqual([...Array<number>(12).fill(403), 429]);
  expect(await open('203.0.113.10', 'a password')).toBe(429);
  expect(await open('203.0.113.11', 'a password')).toBe(200);
});

it('limits the wrong sign-in codes of an address', async () => {
  const signIn = (from: string) =>
    sendToPage('/dashboard/session', from, { code: generateToken().slice(0, 43), attempt: 'a'.repeat(43) });
  const statuses: number[] = [];
  for (let n = 0; n < 121; n++) statuses.push(await signIn('203.0.113.12'));
  expect(statuses).toEqual([...Array<number>(120).fill(401), 429]);
  expect(await signIn('203.0.113.13')).toBe(401);
});
