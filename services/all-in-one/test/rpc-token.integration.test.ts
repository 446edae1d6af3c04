import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { createServingProbe } from '@headwater/kit/rpc/serving-probe';
import { loadAnalytics, loadCollector, loadIdentity, loadSites } from '@headwater/protos/services';
import { createTestInstallation, type TestInstallation } from './running-headwater';

const SERVICES = {
  sites: loadSites(),
  identity: loadIdentity(),
  analytics: loadAnalytics(),
  collector: loadCollector(),
};

let installation: TestInstallation;
beforeAll(async () => {
  installation = await createTestInstallation();
}, 60_000);
afterAll(() => installation.remove());

const storedToken = () => installation.read('rpc-token');

test('refuses gRPC calls of other programs, and keeps the service token across a restart', async () => {
  const headwater = await installation.start();
  const token = storedToken();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(join(installation.dataDir, 'rpc-token')).mode & 0o777).toBe(0o600);
  expect(headwater.output()).not.toContain(token);
  // The first access token is stored beside it. The output names only its file.
  expect(headwater.output()).toContain(join(installation.dataDir, 'token'));
  expect(headwater.output()).not.toContain(installation.read('token'));
  for (const [name, service] of Object.entries(SERVICES)) {
    const address = new RegExp(`${name} (127\\.0\\.0\\.1:\\d+)`).exec(headwater.output())?.[1] ?? '';
    const client = createRpcClient<object>({ service, address });
    const calls = Object.entries<(request: object) => Promise<unknown>>(client.calls).filter(
      ([method]) => !service.definition[method as never]?.['responseStream'],
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const [method, call] of calls)
      await expect(call({}).catch((error: unknown) => [method, error])).resolves.toEqual([
        method,
        expect.objectContaining({
          cause: expect.objectContaining({ details: expect.stringContaining('RPC_TOKEN') }),
        }),
      ]);
    client.close();
    const probe = createServingProbe(address);
    expect(await probe.isServing(10_000)).toBe(true);
    probe.close();
  }
  await headwater.stop();

  await installation.start();
  expect(storedToken()).toBe(token);
}, 240_000);
