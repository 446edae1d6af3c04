import { generateToken } from '../src/domain/token-format';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const PROXIED = { 'x-forwarded-for': '203.0.113.9' };

it('limits unknown tokens over HTTP, also with X-Forwarded-For, but not valid ones', async () => {
  const valid = () => gateway.request('GET', '/api/v1/sites', { headers: PROXIED });
  expect((await valid()).status).toBe(200);
  const statuses: number[] = [];
  const guess = async (_: unknown, n: number): Promise<void> => {
    const response = await fetch(`${gateway.origin}/api/v1/sites`, {
      headers: { ...(n % 2 ? PROXIED : {}), authorization: `Bearer ${generateToken()}` },
    });
    await response.arrayBuffer();
    statuses.push(response.status);
  };
  for (let batch = 0; batch < 121; batch++) await Promise.all(Array.from({ length: 25 }, guess));
  expect([...new Set(statuses)]).toEqual([401, 429]);
  expect(statuses.at(-1)).toBe(429);
  expect(await valid()).toMatchObject({ status: 200 });
});
