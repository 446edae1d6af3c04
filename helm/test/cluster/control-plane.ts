import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';

const folder =
  process.env['HEADWATER_CONTROL_PLANE'] ?? join(homedir(), '.cache/headwater-control-plane/current');
const PROGRAMS = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/** Why the tests cannot run; undefined if they can. */
export const missing: string | undefined = PROGRAMS.every((name) => existsSync(join(folder, name)))
  ? undefined
  : `${folder} does not contain ${PROGRAMS.join(', ')}: run .ci/install-control-plane`;

/** A Kubernetes object. Its shape depends on the kind. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests assert its shape
export type KubernetesObject = any;

/** etcd, API server, controllers and scheduler on loopback. There is no kubelet: see node.ts. */
export interface ControlPlane {
  /** The path of a kubeconfig for Helm. */
  readonly kubeconfig: string;
  /** Sends a request. @returns the object; undefined if it does not exist @throws Error for other failures */
  call(method: string, path: string, body?: unknown): Promise<KubernetesObject>;
  /** Objects of a list. */
  list(path: string): Promise<readonly KubernetesObject[]>;
  stop(): Promise<void>;
}

const PATCH_TYPE = 'application/strategic-merge-patch+json';

export async function startControlPlane(): Promise<ControlPlane> {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-cluster-'));
  const [etcdPort, peerPort, apiPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const token = randomBytes(16).toString('hex');
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text, { mode: 0o600 });
    return join(directory, name);
  };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const signingKey = file('service-account.key', privateKey);
  const verifyingKey = file('service-account.pub', publicKey);
  const tokens = file('tokens.csv', `${token},admin,admin,"system:masters"\n`);
  const etcd = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const certificate = join(directory, 'apiserver.crt');
  const kubeconfig = file(
    'kubeconfig',
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'test',
          cluster: { server: `https://127.0.0.1:${apiPort}`, 'certificate-authority': certificate },
        },
      ],
      users: [{ name: 'admin', user: { token } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
      'current-context': 'test',
    }),
  );
  const running = new Set<ReturnType<typeof spawn>>();
  const start = (name: string, flags: Readonly<Record<string, string>>): void => {
    const log = openSync(join(directory, `${name}.log`), 'w');
    const args = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
    const child = spawn(join(folder, name), args, { stdio: ['ignore', log, log] });
    running.add(child);
    child.once('exit', () => running.delete(child));
  };
  const stop = async (): Promise<void> => {
    await Promise.all(
      [...running].map(async (child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }),
    );
    rmSync(directory, { recursive: true, force: true });
  };

  start('etcd', {
    'data-dir': join(directory, 'etcd'),
    'listen-client-urls': etcd,
    'advertise-client-urls': etcd,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'unsafe-no-fsync': 'true',
  });
  start('kube-apiserver', {
    'etcd-servers': etcd,
    'bind-address': '127.0.0.1',
    'secure-port': String(apiPort),
    'cert-dir': directory,
    'token-auth-file': tokens,
    'authorization-mode': 'RBAC',
    'endpoint-reconciler-type': 'none',
    'service-cluster-ip-range': '10.96.0.0/16',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': verifyingKey,
    'service-account-signing-key-file': signingKey,
  });
  let authority: Buffer | undefined;
  const call = async (method: string, path: string, body?: unknown): Promise<KubernetesObject> => {
    authority ??= readFileSync(certificate);
    const type = method === 'PATCH' ? PATCH_TYPE : 'application/json';
    const { status, text } = await send({ method, path, port: apiPort, token, authority, type, body });
    if (status === 404 && method !== 'POST') return undefined;
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
  try {
    await waitFor('the API server', () => call('GET', '/api/v1/namespaces/default'), 300_000);
  } catch (error) {
    const log = readFileSync(join(directory, 'kube-apiserver.log'), 'utf8').slice(-3_000);
    await stop();
    throw new Error(`The API server did not start:\n${log}`, { cause: error });
  }
  start('kube-controller-manager', {
    kubeconfig,
    'leader-elect': 'false',
    'secure-port': '0',
    // Without heartbeats of a kubelet, it would evict all pods.
    controllers: '*,-node-lifecycle-controller',
    'service-account-private-key-file': signingKey,
    'root-ca-file': certificate,
  });
  start('kube-scheduler', { kubeconfig, 'leader-elect': 'false', 'secure-port': '0' });
  return {
    kubeconfig,
    call,
    list: async (path) => ((await call('GET', path)) as { items: KubernetesObject[] }).items,
    stop,
  };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly port: number;
  readonly token: string;
  readonly authority: Buffer;
  readonly type: string;
  readonly body: unknown;
}

function send(sent: Sent): Promise<{ readonly status: number; readonly text: string }> {
  const { method, path, port, token, authority, type, body } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, method, path, ca: authority },
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
