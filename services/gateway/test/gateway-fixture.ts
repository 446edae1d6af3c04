import { join } from 'node:path';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { packageRoot } from '@headwater/kit/package-root';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import { testDatabase } from '@headwater/kit/testing/test-database';
import { gatewaySettings } from '../src/config';
import { SCOPES } from '../src/domain/principal';
import { generateToken, parseToken } from '../src/domain/token-format';
import { gatewayModule, type GatewayOptions } from '../src/module';
import { insertToken } from '../src/store/tokens';
import { insertWorkspace } from '../src/store/workspaces';
import { checkAgainstSchemas, type Answer } from './check-answer';
import { startSeverableProxy } from './severable-proxy';
import { NOW } from './analytics-stand-in';
import { startStandIns } from './stand-ins';

/** Options of `request`: `json` is serialised, `raw` is sent unchanged. */
export interface Question {
  readonly token?: string | null;
  readonly json?: unknown;
  readonly raw?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** A gateway with its own database and stand-ins of the services, called over real HTTP. */
export async function startGateway(env: Record<string, string> = {}) {
  const database = await testDatabase([
    { schema: 'gateway', directory: join(packageRoot('@headwater/gateway'), 'migrations') },
  ]);
  const postgres = await startSeverableProxy(database.url);
  const standIns = await startStandIns();
  const clock = fixedClock(NOW);
  const { log, lines } = recordedLog();
  const config = loadConfig(gatewaySettings, {
    GATEWAY_PORT: '0',
    DATABASE_URL: postgres.url,
    SITES_ADDRESS: standIns.sites.address,
    IDENTITY_ADDRESS: standIns.identity.address,
    ANALYTICS_ADDRESS: standIns.analytics.address,
    COLLECTOR_ADDRESS: standIns.collector.address,
    RPC_DEADLINE_MS: '2000',
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_EXPORTS_PER_MINUTE: '100000',
    COLLECT_URL: 'https://collect.example',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...env,
  });
  const module = gatewayModule(config, { log, clock });
  await module.start();
  const origin = `http://127.0.0.1:${module.ports().http}`;

  const newTenant = async (name: string): Promise<{ workspaceId: number; token: string }> => {
    const workspaceId = await insertWorkspace(database.pool, name);
    const token = generateToken();
    const parsed = parseToken(token);
    if (!parsed) throw new Error('malformed');
    await insertToken(database.pool, { workspaceId, token: parsed, name: 'test', scopes: SCOPES });
    return { workspaceId, token };
  };
  const ours = await newTenant('ours');

  /** Sends a request and checks the response against its schema in ENDPOINTS. */
  const request = async (method: string, path: string, question: Question = {}): Promise<Answer> => {
    const { token = ours.token, json, raw, headers, signal } = question;
    const body = json === undefined ? raw : JSON.stringify(json);
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
    if (method !== 'HEAD') checkAgainstSchemas(method, path, answer);
    return answer;
  };

  /** Another gateway on the same database and services, with its own clock. */
  const startReplica = async (
    more: Partial<typeof config> = {},
    deps: Pick<GatewayOptions, 'cleanupIntervalMs' | 'limits'> = {},
  ) => {
    const own = fixedClock(clock.now());
    const replica = gatewayModule({ ...config, ...more }, { log, clock: own, ...deps });
    await replica.start().catch(async (refused: unknown) => {
      await replica.stop();
      throw refused;
    });
    return { origin: `http://127.0.0.1:${replica.ports().http}`, clock: own, stop: () => replica.stop() };
  };

  return {
    request,
    startReplica,
    ours,
    newTenant,
    origin,
    port: module.ports().http,
    config,
    standIns,
    clock,
    database,
    postgres,
    logLines: lines,
    stop: async () => {
      await module.stop();
      for (const standIn of Object.values(standIns)) await standIn.stop();
      await postgres.stop();
      await database.drop();
    },
  };
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Sends server events: a token of a workspace, and the path of the events of its site. */
export interface Sender {
  readonly token: string;
  readonly path: string;
}

/** Creates two workspaces with a site each. */
export async function createSenders({ newTenant, request }: Gateway): Promise<readonly [Sender, Sender]> {
  const create = async (name: string): Promise<Sender> => {
    const { token } = await newTenant(name);
    const { body } = await request('POST', '/api/v1/sites', { token, json: { domain: `${name}.example` } });
    return { token, path: `/api/v1/sites/${String(body['id'])}/events` };
  };
  return [await create('first'), await create('second')];
}
