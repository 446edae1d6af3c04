import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';

const DIST = join(packageRoot('@headwater/all-in-one'), '../../dist');
const SETTINGS = {
  DATABASE_URL: 'postgres://localhost/headwater',
  CLICKHOUSE_URL: 'http://localhost:8123/headwater',
  HMAC_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

function verify(service: string, env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(DIST, `${service}.js`), '--verify-config'],
    { env: { PATH: process.env['PATH'], ...SETTINGS, ...env }, encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
}

describe.each([
  ['sites', 'SITES_HOST'],
  ['identity', 'IDENTITY_HOST'],
  ['analytics', 'ANALYTICS_HOST'],
  ['collector', 'COLLECTOR_GRPC_HOST'],
])('--verify-config of %s', (service, host) => {
  it('reports that RPC_TOKEN is missing beyond loopback', () => {
    const { status, output } = verify(service, { [host]: '0.0.0.0' });
    expect(output).toContain('RPC_TOKEN is not set, but gRPC would listen on 0.0.0.0');
    expect(status).toBe(2);
  });

  it('accepts RPC_TOKEN, and loopback without it', () => {
    expect(verify(service, { [host]: '0.0.0.0', RPC_TOKEN: 'a-token-of-24-characters' }).status).toBe(0);
    expect(verify(service, {}).status).toBe(0);
  });
});
