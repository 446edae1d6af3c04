import { join } from 'node:path';
import type { IncomingMessage, Server } from 'node:http';
import type { Clock } from '@headwater/kit/clock';
import { createBodyBudget } from '@headwater/kit/http/body-budget';
import { countedNetworks, subnetsOf, warnOfUndeclaredProxy } from '@headwater/kit/http/client-address';
import { answerClientErrors } from '@headwater/kit/http/client-error';
import { createExpressServer } from '@headwater/kit/http/express-server';
import { limitConnections } from '@headwater/kit/http/limit-connections';
import { listen } from '@headwater/kit/http/listen';
import type { Logger } from '@headwater/kit/log';
import { logAvailabilityChanges } from '@headwater/kit/log-availability';
import { createModule } from '@headwater/kit/module';
import { once } from '@headwater/kit/once';
import { packageRoot } from '@headwater/kit/package-root';
import { startPeriodic } from '@headwater/kit/periodic';
import { refuseBreakingMigrations } from '@headwater/kit/pg/breaking-migrations';
import { createPool, isPostgresUp } from '@headwater/kit/pg/pool';
import { retryUntilDone } from '@headwater/kit/pg/retry-until-done';
import { publicKeyOf } from '@headwater/kit/sealed-box';
import { acrossWorkspaces, inWorkspace } from '@headwater/kit/pg/tenancy';
import { CLEANUP_INTERVAL_MS, createCleanup } from './cleanup';
import type { GatewayConfig } from './config';
import { connectServices } from './connect-services';
import type { Dependencies } from './dependencies';
import { createOpenClickId } from './domain/conversions';
import { createSignCertificate, signingKeys } from './domain/signing-keys';
import { USE_RECORDED_MS, type SessionTimes } from './domain/dashboard-session';
import { parseToken } from './domain/token-format';
import { createAudit } from './http/audit';
import { createAnswerOnce } from './http/answer-once';
import { commonHeaders, createApp } from './http/create-app';
import { openApiDocument } from './http/openapi-document';
import { createOwnApi } from './http/own-api';
import { createReadApi } from './http/read-api';
import { createFailureLimit, createWebhookFailureLimit } from './http/failure-limit';
import { createRepeatedRefusals, refuseRepeats } from './http/repeated-refusals';
import { createRateLimit, type RateLimitOptions } from './http/rate-limit';
import { serveDashboard } from './http/serve-dashboard';
import { createSharePasswords } from './http/share-passwords';
import { createSessionVerifier, createShareVerifier, createTokenVerifier } from './http/verifiers';
import { createIngestEvents } from './ingest-events';
import { createApiClient } from './mcp/call-api';
import { serveMcp } from './mcp/serve-mcp';
import { DASHBOARD_ENDPOINTS, ENDPOINTS } from './routes/endpoints';
import { addSpending } from './store/budgets';
import { findSession, updateSessionUsed, type StoredSession } from './store/dashboard-sessions';
import { findShareLinkById } from './store/share-links';
import { createSigningKeyList, putSigningKeys } from './store/signing-keys';
import { resealProviderSecrets } from './store/provider-secrets';
import { createBadSignatureReports } from './store/provider-status';
import { findToken, startOfHour, updateTokenUsed, type StoredToken } from './store/tokens';
import { createWorkspaceKeys, resealWorkspaceKeys } from './store/workspace-keys';
import { ensureBootstrapToken } from './store/workspaces';

export { generateToken } from './domain/token-format';

export interface GatewayOptions {
  readonly log: Logger;
  readonly clock: Clock;
  /** See `listen`. */
  readonly lingerMs?: number;
  readonly cleanupIntervalMs?: number;
  readonly limits?: HttpLimits;
}

/** Protects the memory against clients that send slowly or open many connections. */
export interface HttpLimits {
  readonly connections: { readonly max: number; readonly maxPerAddress: number };
  /** Max memory of bodies in flight, separately for requests without and with a credential. */
  readonly anonymousBodiesBytes: number;
  readonly bodiesBytes: number;
}

const LIMITS: HttpLimits = {
  connections: { max: 4_096, maxPerAddress: 256 },
  anonymousBodiesBytes: 8 * 1_048_576,
  bodiesBytes: 48 * 1_048_576,
};

/** The HTTP edge. Requires its migrations. The services behind it may start later. */
export function gatewayModule(
  config: GatewayConfig,
  { log, clock, lingerMs = 0, cleanupIntervalMs = CLEANUP_INTERVAL_MS, limits = LIMITS }: GatewayOptions,
) {
  return createModule<{ readonly http: number }>({
    name: 'gateway',
    start: async ({ add }) => {
      const { secretsKeys } = config;
      const signers = signingKeys(secretsKeys);
      const db = add(
        createPool({ databaseUrl: config.databaseUrl, applicationName: 'gateway', limits: config, log }),
        (pool) => pool.end(),
      );
      const services = add(connectServices(config), ({ close }) => close());
      const token = config.bootstrapToken === undefined ? undefined : parseToken(config.bootstrapToken);
      const startupTask = add(
        await retryUntilDone(async () => {
          await refuseBreakingMigrations(db, {
            schema: 'gateway',
            directory: join(packageRoot('@headwater/gateway'), 'migrations'),
          });
          await acrossWorkspaces(async () => {
            await resealProviderSecrets(db, secretsKeys);
            await putSigningKeys(db, signers);
            await resealWorkspaceKeys(db, secretsKeys);
            if (token) await ensureBootstrapToken(db, token, secretsKeys);
          });
        }, log),
        (task) => task.stop(),
      );
      const logPostgres = logAvailabilityChanges('Postgres', log);
      const notReady = async (): Promise<string[]> => {
        const [isUp, notServing] = await Promise.all([isPostgresUp(db, logPostgres), services.notServing()]);
        return [...(isUp && startupTask.isDone() ? [] : ['postgres']), ...notServing];
      };
      const stopping = new AbortController();
      let port = config.port;
      const server = createGatewayServer(config, {
        log,
        limits,
        ...services.calls,
        db,
        clock,
        secretsKeys,
        clickIdKey: publicKeyOf(secretsKeys),
        openClickId: createOpenClickId(secretsKeys),
        sessionTimes: sessionTimesOf(config),
        signCertificate: createSignCertificate(signers[0]),
        listSigningKeys: createSigningKeyList(db, clock),
        workspaceKey: createWorkspaceKeys(db, secretsKeys),
        publicUrl: () => config.publicUrl ?? `http://localhost:${port}`,
        exportDeadlineMs: config.exportDeadlineMs,
        scriptUrl: `${config.collectUrl}${config.scriptPath}`,
        notReady,
        stopping: stopping.signal,
      });
      const listener = add(
        await listen(server, config.host, config.port, {
          lingerMs,
          keepAliveMs: config.keepAliveSeconds * 1_000,
        }),
        (it) => it.stop(),
      );
      port = listener.port;
      // Closed first, so that streams don't delay the end of the listener.
      add(stopping, (it) => it.abort());
      const { idleMs } = sessionTimesOf(config);
      const cleanUp = createCleanup({ db, clock, sites: services.calls.sites, secretsKeys, log, idleMs });
      add(
        startPeriodic(() => acrossWorkspaces(cleanUp), {
          intervalMs: cleanupIntervalMs,
          immediately: false,
          onError: (error) => log.warn({ err: error }, 'cleanup failed'),
        }),
        (task) => task.stop(),
      );
      log.info({ port }, 'listening');
      return { ready: async () => (await notReady()).length === 0, ports: { http: port } };
    },
  });
}

type ServerOptions = Omit<
  Dependencies,
  'rateLimit' | 'passwords' | 'reportBadSignature' | 'openApiJson' | 'ingestEvents'
> & {
  readonly log: Logger;
  readonly limits: HttpLimits;
  readonly clickIdKey: string;
};

/** Creates the HTTP server: API, MCP, reference pages and dashboard. */
function createGatewayServer(
  config: GatewayConfig,
  { log, limits, clickIdKey, ...options }: ServerOptions,
): Server {
  const { db, clock } = options;
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port || 8080}`;
  // Generated for the first request that needs it, because that takes a quarter of a second.
  const document = once(() => openApiDocument(ENDPOINTS, publicUrl));
  // One copy for all answers: anyone can request it many times without reading.
  const openApiJson = once(() => Buffer.from(JSON.stringify(document())));
  const rateLimit = createRateLimit({
    policies: policiesOf(config),
    clock,
    // A call that uses up its workspace's connections would end the synchronisation for all tokens.
    spend: (spending) => acrossWorkspaces(() => addSpending(db, spending)),
    onSyncFailure: (error) =>
      log.warn({ err: error }, 'rate limits not synchronised; this gateway counts on its own'),
  });
  const recordUse = ({ id, workspaceId, lastUsedAtMs }: StoredToken): void => {
    const now = clock.now();
    if (lastUsedAtMs !== null && lastUsedAtMs >= startOfHour(now)) return;
    inWorkspace(workspaceId, () => updateTokenUsed(db, id, now)).catch((error: unknown) => {
      log.warn({ err: error }, 'token use not recorded');
    });
  };
  const recordSessionUse = ({ workspaceId, id, lastUsedAtMs }: StoredSession): void => {
    const now = clock.now();
    if (lastUsedAtMs !== null && now - lastUsedAtMs < USE_RECORDED_MS) return;
    inWorkspace(workspaceId, () => updateSessionUsed(db, { workspaceId, id, now })).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'use of a dashboard session not recorded');
      },
    );
  };
  const failures = createFailureLimit(clock);
  const networks = countedNetworks(config.trustedProxies);
  const credentials = {
    token: createTokenVerifier({ findToken: (id) => findToken(db, id), onRead: recordUse, clock, failures }),
    session: createSessionVerifier({
      findSession: (hash, now) => findSession(db, hash, { now, idleMs: options.sessionTimes.idleMs }),
      onRead: recordSessionUse,
      clock,
      failures,
    }),
    share: createShareVerifier({ findLink: (id, now) => findShareLinkById(db, id, now), clock, failures }),
    failures,
    webhookFailures: createWebhookFailureLimit(clock),
    networkOf: (request: IncomingMessage) => networks.ofRequest(request),
    publicUrl,
  };
  const bodies = {
    anonymous: createBodyBudget(limits.anonymousBodiesBytes),
    authenticated: createBodyBudget(limits.bodiesBytes),
  };
  const repeatedRefusals = createRepeatedRefusals({ log, headers: commonHeaders(), rateLimit });
  const callOwnApi = createOwnApi(() => server);
  const app = createApp([...ENDPOINTS, ...DASHBOARD_ENDPOINTS], {
    log,
    pages: { document, securityContact: config.securityContact, clock },
    deadlineMs: config.rpcDeadlineMs,
    credentials,
    rateLimit,
    repeatedRefusals,
    bodies,
    readApi: createReadApi(callOwnApi, ENDPOINTS),
    audit: createAudit({ db, workspaceKey: options.workspaceKey, clock, log }),
    answerOnce: createAnswerOnce({
      ...{ db, clock, deadlineMs: config.rpcDeadlineMs },
      identity: options.identity,
    }),
    dependencies: {
      ...options,
      rateLimit,
      ingestEvents: createIngestEvents({ ...options, clickIdKey }),
      passwords: createSharePasswords(rateLimit),
      reportBadSignature: createBadSignatureReports(db, { clock, log }),
      openApiJson,
    },
    handlers: [
      serveMcp({
        document,
        publicUrl,
        credentials,
        rateLimit,
        callApi: createApiClient(callOwnApi),
        // Tool calls send their arguments again, as bodies of the API.
        bodies: createBodyBudget(limits.bodiesBytes),
      }),
      serveDashboard(join(packageRoot('@headwater/dashboard'), 'dist')),
    ],
  });
  const server = createExpressServer(app, refuseRepeats(repeatedRefusals, app));
  warnOfUndeclaredProxy(server, subnetsOf(config.trustedProxies), log);
  limitConnections(server, { ...limits.connections, trustedProxies: config.trustedProxies });
  answerClientErrors(server);
  return server;
}

const MINUTE_MS = 60_000;

function sessionTimesOf(config: GatewayConfig): SessionTimes {
  return {
    maxMs: config.sessionDays * 1_440 * MINUTE_MS,
    idleMs: config.sessionIdleMinutes * MINUTE_MS,
    recentMs: config.recentSignInMinutes * MINUTE_MS,
  };
}

/** Password attempts per share link, over all visitors. */
const PASSWORD_ATTEMPTS = { quota: 60, windowSeconds: 60 };

function policiesOf(config: GatewayConfig): RateLimitOptions['policies'] {
  const { rateLimitPerSecond: perSecond, rateLimitBurst: quota, rateLimitExportsPerMinute: exports } = config;
  const requests = { quota, windowSeconds: Math.max(1, Math.ceil(quota / perSecond)) };
  const files = { quota: exports, windowSeconds: 60 };
  return {
    read: requests,
    write: requests,
    export: files,
    import: files,
    password: PASSWORD_ATTEMPTS,
    webhook: requests,
  };
}
