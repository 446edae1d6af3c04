import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHART, object, ofKind, parseManifests, valuesFile, type Manifest } from './render';
import { HELMS } from './tools';

/** The kinds that the templates look up, by the path of their API group and their name in it. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/v1': { secrets: 'Secret', configmaps: 'ConfigMap', persistentvolumeclaims: 'PersistentVolumeClaim' },
  '/apis/apps/v1': { deployments: 'Deployment', statefulsets: 'StatefulSet' },
};

/** The fields of a stored object that the templates read. */
type Stored = Pick<Manifest, 'kind' | 'spec' | 'data'> & {
  readonly metadata: { readonly name: string; readonly uid?: string };
};

let stored: readonly Stored[] = [];
let server: Server;
const directory = mkdtempSync(join(tmpdir(), 'headwater-upgrade-'));
const kubeconfig = join(directory, 'kubeconfig');

/** The answer of an API server that stores the objects; undefined for status 404. */
function answerTo(path: string): object | undefined {
  const [, group = '', plural = '', name] =
    /^(\/.+?v1)(?:\/namespaces\/metrics-of-ours\/(\w+)(?:\/(.+))?)?$/.exec(path) ?? [];
  const kinds = KINDS[group];
  if (kinds === undefined) return undefined;
  if (plural === '')
    return {
      ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: group.replace(/^\/apis?\//, '') },
      resources: Object.entries(kinds).map(([key, kind]) => ({
        ...{ name: key, kind, singularName: '', namespaced: true, verbs: ['get', 'list'] },
      })),
    };
  const apiVersion = group.replace(/^\/apis?\//, '');
  const items = stored
    .filter(({ kind }) => kind === kinds[plural])
    .map((one) => ({ apiVersion, ...one, metadata: { namespace: 'metrics-of-ours', ...one.metadata } }));
  if (name !== undefined) return items.find(({ metadata }) => metadata.name === name);
  return { apiVersion, kind: `${kinds[plural] ?? ''}List`, items };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = answerTo(new URL(request.url ?? '', 'http://api').pathname);
    const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? missing));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'test' },
      clusters: [{ name: 'test', cluster: { server: url } }],
      users: [{ name: 'test', user: {} }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    }),
  );
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(directory, { recursive: true });
});

describe('an upgrade', () => {
  /** Renders an upgrade of a release whose cluster has the objects. Helm 4 needs a real API server for that (`npm run test:cluster`). */
  async function upgrade(
    objects: readonly Stored[],
    values: string,
    args: readonly string[] = [],
  ): Promise<Manifest[]> {
    stored = objects;
    const { stdout } = await promisify(execFile)(
      HELMS['helm 3'] ?? '',
      [
        ...['template', 'hw', CHART, '--namespace', 'metrics-of-ours', '--is-upgrade', '--dry-run=server'],
        ...['--kubeconfig', kubeconfig, '--kube-version', '1.33.0', '--values', valuesFile(values), ...args],
      ],
      // Helm caches the API groups of a server in its home folder.
      { maxBuffer: 64 * 1_048_576, env: { ...process.env, HOME: directory } },
    );
    return parseManifests(stdout);
  }
  const encode = (data: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
    );
  const decode = (secret: Manifest, key: string): string =>
    Buffer.from(secret.data?.[key] ?? '', 'base64').toString();

  describe('of a trial', () => {
    const before = {
      ...{ k1: 'hmac', 'secrets-key': 'sealing', 'rpc-token': 'token' },
      ...{ 'postgres-password': 'pg', 'clickhouse-password': 'ch' },
    };
    const roles = { migrations: 'm', gateway: 'g', sites: 's', identity: 'i', purge: 'p' };
    const secretsOf = async (trial: Readonly<Record<string, string>>, args: readonly string[] = []) => {
      const objects = [
        { kind: 'Secret', metadata: { name: 'hw-headwater-trial' }, data: encode(trial) },
        { kind: 'Secret', metadata: { name: 'hw-headwater-trial-roles' }, data: encode(roles) },
      ];
      const manifests = await upgrade(objects, 'trial', args);
      return objects.map(({ metadata }) => object(manifests, 'Secret', metadata.name));
    };

    test('keeps all secrets', async () => {
      const trial = { ...before, 'visitor-key': 'visitors' };
      const [kept, keptRoles] = await secretsOf(trial);
      expect(kept?.data).toEqual(encode(trial));
      expect(keptRoles?.data).toEqual(encode(roles));
    });

    test('from before the key of visitors goes on without one, because its events have no key', async () => {
      const [kept] = await secretsOf(before);
      expect(kept?.data).toEqual(encode({ ...before, 'visitor-key': 'none' }));
      const [renamed] = await secretsOf(before, ['--set', 'visitorKey.key=other']);
      expect(renamed && decode(renamed, 'other')).toBe('none');
    });

    test('without its Secrets generates all of them', async () => {
      const manifests = await upgrade([], 'trial');
      const secret = object(manifests, 'Secret', 'hw-headwater-trial');
      for (const key of ['k1', 'secrets-key', 'visitor-key'])
        expect(Buffer.from(decode(secret, key), 'base64')).toHaveLength(32);
      const passwords = Object.values(object(manifests, 'Secret', 'hw-headwater-trial-roles').data ?? {});
      expect(new Set(passwords).size).toBe(5);
    });
  });

  test('that enables autoscaling keeps the present number of pods', async () => {
    const workload = (kind: string, name: string, replicas: number): Stored => ({
      ...{ kind, metadata: { name: `hw-headwater-${name}` }, spec: { replicas } },
    });
    const present = [
      ...[workload('Deployment', 'gateway', 2), workload('Deployment', 'sites', 7)],
      ...[workload('Deployment', 'identity', 4), workload('StatefulSet', 'collector', 5)],
    ];
    const replicasOf = (manifests: readonly Manifest[]) =>
      Object.fromEntries(
        ['Deployment', 'StatefulSet'].flatMap((kind) =>
          ofKind(manifests, kind).map(({ metadata, spec }) => [metadata.name, spec.replicas]),
        ),
      ) as Record<string, number | undefined>;
    expect(replicasOf(await upgrade(present, 'autoscaled'))).toEqual({
      'hw-headwater-gateway': 2,
      'hw-headwater-sites': 7,
      // Without autoscaling, the value counts.
      'hw-headwater-identity': 1,
      'hw-headwater-collector': 2,
      // A new workload starts with one pod, which the autoscaler raises to its minimum.
      'hw-headwater-analytics': undefined,
    });
    expect(replicasOf(await upgrade(present, 'gateway-api'))).toMatchObject({ 'hw-headwater-collector': 5 });
  });

  test('creates a Job for each volume of a removed collector, but none while pods are only added', async () => {
    const claims = ['hw-headwater', 'hw-headwater-collector', 'other'].flatMap((release) =>
      [0, 1, 2, 10].map((number): Stored => ({
        ...{ kind: 'PersistentVolumeClaim', metadata: { name: `log-${release}-collector-${number}` } },
      })),
    );
    const drained = async (values: string, args: readonly string[] = []) =>
      ofKind(await upgrade(claims, values, args), 'Job')
        .filter(({ metadata }) => metadata.name.includes('-drain-'))
        .map(({ spec }) => spec.template.spec.volumes.at(-1).persistentVolumeClaim.claimName as string);
    const removed = ['log-hw-headwater-collector-2', 'log-hw-headwater-collector-10'];
    expect(await drained('production')).toEqual(removed);
    expect(await drained('production', ['--set', 'collector.drain={2}'])).toEqual(removed);
    expect(await drained('gateway-api')).toEqual([]);
  });

  test('lets the release own the hook that migrates, so that an uninstall deletes a failed one', async () => {
    const config = { kind: 'ConfigMap', metadata: { name: 'hw-headwater', uid: 'a-uid' } };
    const { metadata } = object(
      await upgrade([config], 'production'),
      'Job',
      'hw-headwater-migrate-upgrade',
    ) as Manifest & { metadata: { ownerReferences?: object[] } };
    expect(metadata.ownerReferences).toEqual([
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'hw-headwater', uid: 'a-uid' },
    ]);
  });
});
