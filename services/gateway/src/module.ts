import { join } from 'node:path';
import type { Clock } from '@headwater/kit/clock';
import { answerClientErrors } from '@headwater/kit/http/client-error';
import { createExpressServer } from '@headwater/kit/http/express-server';
import { listen, type HttpListener } from '@headwater/kit/http/listen';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { packageRoot } from '@headwater/kit/package-root';
import { ensureEventually, type Eventually } from '@headwater/kit/pg/ensure-eventually';
import { createPool, isPostgresUp } from '@headwater/kit/pg/pool';
import { toldChanges } from '@headwater/kit/told-changes';
import type { GatewayConfig } from './config';
import { connectServices } from './connect-services';
import { parseToken } from './domain/token-format';
import { createForgetPurgedSites } from './forget-purged-sites';
import { createAnswerOnce } from './http/answer-once';
import { createApp } from './http/create-app';
import { openApiDocument } from './http/openapi-document';
import { createLimitWebhooks } from './http/limit-webhooks';
import { limitOpening } from './http/limit-rate';
import { createRateLimit, type RateLimitOptions } from './http/rate-limit';
import { createSessionVerifier } from './http/session-verifier';
import { createSharePasswords } from './http/share-passwords';
import { createShareVerifier } from './http/share-verifier';
import { serveDashboard } from './http/serve-dashboard';
import { readStaticFiles } from './http/static-files';
import { sweepRegularly } from './http/sweep-regularly';
import { createTokenVerifier } from './http/token-verifier';
import { askSelfOf } from './mcp/ask-self';
import { serveMcp } from './mcp/serve-mcp';
import { DASHBOARD_ENDPOINTS } from './routes/dashboard/dashboard-endpoints';
import { ENDPOINTS } from './routes/endpoints';
import { createAuditLog } from './store/audit-log';
import { createDashboardSessions } from './store/dashboard-sessions';
import { ensureBootstrapToken } from './store/ensure-bootstrap-token';
import { findToken, type StoredToken } from './store/find-token';
import { findVisitorKey } from './store/find-visitor-key';
import { findWorkspaceName } from './store/find-workspace-name';
import { createIdempotencyKeys } from './store/idempotency-keys';
import { hourOf, noteTokenUse } from './store/note-token-use';
import { createShareLinks } from './store/share-links';
import { sealStripeSecrets } from './store/seal-stripe-secrets';
import { createStripeSecrets } from './store/stripe-secrets';
import { spendBudget, sweepBudgets } from './store/spend-budget';
import { createTokenStore } from './store/token-store';

export { generateToken } from './domain/token-format';

export interface GatewayDeps {
  readonly log: Logger;
  readonly clock: Clock;
  /** See `listen`. */
  readonly lingerMs?: number;
  /** Between two clean-ups. */
  readonly sweepEveryMs?: number;
}

export interface GatewayModule extends Module {
  ports(): { readonly http: number };
}

/** No endpoint makes more calls one after the other, each of which ends at the deadline. */
const LONGEST_CALLS = 4;
const SWEEP_MS = 10 * 60 * 1_000;

/** Of a share link, over all who try. */
const PASSWORD_TRIES = { quota: 60, windowSeconds: 60 };

/** What a token may spend of each budget. */
function policiesOf(config: GatewayConfig): RateLimitOptions['policies'] {
  const { rateLimitPerSecond: perSecond, rateLimitBurst: quota, rateLimitExportsPerMinute: exports } = config;
  const windowSeconds = Math.max(1, Math.ceil(quota / perSecond));
  const requests = { quota, windowSeconds };
  return {
    read: requests,
    write: requests,
    export: { quota: exports, windowSeconds: 60 },
    import: { quota: exports, windowSeconds: 60 },
    password: PASSWORD_TRIES,
    webhook: requests,
  };
}

/** The HTTP edge. Needs its migrations done; the services that it calls may come later. */
export function gatewayModule(
  config: GatewayConfig,
  { log, clock, lingerMs = 0, sweepEveryMs = SWEEP_MS }: GatewayDeps,
): GatewayModule {
  const pool = createPool({
    databaseUrl: config.databaseUrl,
    applicationName: 'gateway',
    limits: config,
    log,
  });
  const services = connectServices(config);
  let bootstrap: Eventually | undefined;
  const toldPostgres = toldChanges('Postgres', log);
  const notReady = async (): Promise<string[]> => {
    const isUsable = (up: boolean): boolean => up && (bootstrap?.isDone() ?? true);
    const postgres = isPostgresUp(pool, toldPostgres).then((up) => (isUsable(up) ? [] : ['postgres']));
    return (await Promise.all([postgres, services.notServing()])).flat();
  };
  const seen = ({ id, lastUsedAtMs }: StoredToken): void => {
    const now = clock.now();
    if (lastUsedAtMs !== null && lastUsedAtMs >= hourOf(now)) return;
    noteTokenUse(pool, id, now).catch((error: unknown) => {
      log.warn({ err: error }, 'could not note the use of a token');
    });
  };
  const keys = createIdempotencyKeys(pool);
  const configuredUrl = config.publicUrl ?? `http://localhost:${config.port || 8080}`;
  const document = openApiDocument(ENDPOINTS, configuredUrl);
  const verify = createTokenVerifier({ findToken: (publicId) => findToken(pool, publicId), seen, clock });
  const dashboardSessions = createDashboardSessions(pool);
  const shareLinks = createShareLinks(pool);
  const forgetPurgedSites = createForgetPurgedSites(shareLinks, services.calls.sites);
  const verifySession = createSessionVerifier({
    findSession: (hash, now) => dashboardSessions.find(hash, now),
    clock,
  });
  const verifyShare = createShareVerifier({ findLink: (id) => shareLinks.findById(id), clock });
  const rateLimit = createRateLimit({
    policies: policiesOf(config),
    clock,
    spend: (spending) => spendBudget(pool, spending),
    onDeaf: (error) => log.warn({ err: error }, 'could not share rate limits: this gateway counts by itself'),
  });
  const app = createApp([...ENDPOINTS, ...DASHBOARD_ENDPOINTS], {
    log,
    document,
    deadlineMs: config.rpcDeadlineMs,
    credentials: { token: verify, session: verifySession, share: verifyShare, publicUrl: configuredUrl },
    rateLimit,
    beside: [
      serveMcp({
        document,
        publicUrl: configuredUrl,
        verify,
        rateLimit,
        askSelf: askSelfOf(() => server),
      }),
      serveDashboard(readStaticFiles(join(packageRoot('@headwater/dashboard'), 'dist'))),
    ],
    answerOnce: createAnswerOnce({ keys, clock, longestRunMs: LONGEST_CALLS * config.rpcDeadlineMs }),
    deps: {
      ...services.calls,
      tokens: createTokenStore(pool),
      audit: createAuditLog(pool),
      stripeSecrets: createStripeSecrets(pool, config.secretsKeys),
      limitWebhooks: createLimitWebhooks(rateLimit),
      dashboardSessions,
      shareLinks,
      workspaceNameOf: (workspaceId) => findWorkspaceName(pool, workspaceId),
      passwords: createSharePasswords(rateLimit),
      countOpening: (linkId) => limitOpening(rateLimit, linkId),
      publicUrl: () => config.publicUrl ?? `http://localhost:${listener?.port ?? config.port}`,
      clock,
      visitorKeyOf: (workspaceId) => findVisitorKey(pool, workspaceId),
      exportDeadlineMs: config.exportDeadlineMs,
      scriptUrl: `${config.collectUrl}${config.scriptPath}`,
      notReady,
      openApiDocument: () => document,
    },
  });
  const server = createExpressServer(app);
  answerClientErrors(server);
  let listener: HttpListener | undefined;
  let sweeper: ReturnType<typeof sweepRegularly> | undefined;
  return {
    name: 'gateway',
    start: async () => {
      const token = config.bootstrapToken === undefined ? undefined : parseToken(config.bootstrapToken);
      bootstrap = await ensureEventually(async () => {
        await sealStripeSecrets(pool, config.secretsKeys);
        if (token) await ensureBootstrapToken(pool, token);
      }, log);
      listener = await listen(server, config.host, config.port, { lingerMs });
      const sweep = () =>
        Promise.all([
          keys.sweep(clock.now()),
          sweepBudgets(pool, clock.now() - SWEEP_MS),
          dashboardSessions.sweep(clock.now()),
          forgetPurgedSites(),
          // A gateway with an older SECRETS_KEY may have set one since.
          sealStripeSecrets(pool, config.secretsKeys),
        ]);
      sweeper = sweepRegularly(sweep, { everyMs: sweepEveryMs, log });
      log.info({ port: listener.port }, 'listening');
    },
    stop: async () => {
      await bootstrap?.stop();
      await listener?.stop();
      await sweeper?.stop();
      services.close();
      await pool.end();
    },
    ready: async () => (await notReady()).length === 0,
    ports: () => {
      if (!listener) throw new Error('The gateway has not started.');
      return { http: listener.port };
    },
  };
}
