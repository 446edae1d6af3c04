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
