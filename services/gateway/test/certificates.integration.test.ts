import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { startGateway, type Gateway } from './gateway-fixture';

type Json = Record<string, unknown>;

let gateway: Gateway;
let directory: string;
let program: string;
beforeAll(async () => {
  gateway = await startGateway();
  directory = await mkdtemp(join(tmpdir(), 'headwater-certificates-'));
  const guide = await readFile(join(packageRoot('@headwater/gateway'), 'CERTIFICATES.md'), 'utf8');
  program = /<!-- run: verify-certificate -->\n```js\n(.*?)```/s.exec(guide)?.[1] ?? '';
});
afterAll(async () => {
  await gateway.stop();
  await rm(directory, { recursive: true });
});

/** Runs the program of the guide, without access to the gateway. */
const verify = async (certificate: Json, jwks: Json): Promise<string> => {
  const files = [join(directory, 'certificate.json'), join(directory, 'jwks.json')] as const;
  await writeFile(files[0], JSON.stringify(certificate));
  await writeFile(files[1], JSON.stringify(jwks));
  const child = spawn(process.execPath, ['--input-type=module', '-', ...files], { cwd: __dirname });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(program);
  await new Promise((resolve) => child.on('close', resolve));
  return output;
};

const get = async (path: string, origin = gateway.origin): Promise<Json> => {
  const headers = { authorization: `Bearer ${gateway.ours.token}` };
  return (await (await fetch(`${origin}${path}`, { headers })).json()) as Json;
};
const erase = async (): Promise<Json> =>
  (await gateway.request('POST', '/api/v1/erasures', { json: { email: 'ada@example.com' } })).body[
    'certificate'
  ] as Json;
const keySet = async (origin = gateway.origin): Promise<Json> =>
  (await (await fetch(`${origin}/.well-known/jwks.json`)).json()) as Json;

describe('the certificate of an erasure', () => {
  it('is verified offline with the key set, by the program of the guide', async () => {
    const certificate = await erase();
    expect(await verify(certificate, await keySet())).toBe('headwater-erasure valid\n');
    const again = await get(`/api/v1/erasures/${String(certificate['id'])}`);
    expect(again).toEqual(certificate);
    expect((await get('/api/v1/erasures'))['erasures']).toEqual([certificate]);
  });

  it('is refused if any of its fields is altered, in the certificate or in the signed payload', async () => {
    const certificate = await erase();
    const jwks = await keySet();
    expect(await verify({ ...certificate, events: 0 }, jwks)).toContain('differs from its signed payload');
    const forged: Json = { ...certificate, events: 0 };
    delete forged['jws'];
    const parts = String(certificate['jws']).split('.');
    parts[1] = Buffer.from(JSON.stringify(forged)).toString('base64url');
    expect(await verify({ ...forged, jws: parts.join('.') }, jwks)).toContain(
      'signature verification failed',
    );
  });

  it('stays verifiable after a rotation of SECRETS_KEY', async () => {
    const certificate = await erase();
    const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)];
    for (const secretsKeys of [[older, newer], [newer, older], [newer]] as [Buffer, ...Buffer[]][]) {
      const replica = await gateway.startReplica({ secretsKeys });
      const jwks = await keySet(replica.origin);
      expect(await verify(certificate, jwks)).toBe('headwater-erasure valid\n');
      const signedNow = await get(`/api/v1/erasures/${String(certificate['id'])}`, replica.origin);
      await replica.stop();
      expect(await verify(signedNow, jwks)).toBe('headwater-erasure valid\n');
      expect(signedNow['jws'] === certificate['jws']).toBe(secretsKeys[0] === older);
    }
  });

  it('has no signature while the erasure runs', async () => {
    const counts = {
      profiles: 1,
      links: 1,
      payments: 0,
      customers: 0,
      subscriptions: 0,
      touches: 0,
      visitors: 1,
    };
    const elsewhere = { events: 0, firstTouches: 0, clickIds: 0, webhookEvents: 0 };
    const running = { id: 'running', atMs: 0, ...counts, ...elsewhere };
    Object.assign(gateway.standIns.identity.overrides, { EraseAccount: () => Promise.resolve(running) });
    expect(await erase()).toMatchObject({ status: 'running', jws: null });
    Reflect.deleteProperty(gateway.standIns.identity.overrides, 'EraseAccount');
  });
});

it('the certificate of a purged site names the site and is verified in the same way', async () => {
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'purged.example' } });
  const path = `/api/v1/sites/${String(body['id'])}`;
  await gateway.request('DELETE', path);
  const { certificate } = await get(`${path}/purge`);
  expect(certificate).toMatchObject({ siteId: body['id'] });
  expect(await verify(certificate as Json, await keySet())).toBe('headwater-purge valid\n');
});

it('the key set contains public members only', async () => {
  const { keys } = await keySet();
  for (const key of keys as Json[])
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
});
