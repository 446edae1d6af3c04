import { join } from 'node:path';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { logAvailabilityChanges } from '@headwater/kit/log-availability';
import { createModule } from '@headwater/kit/module';
import { packageRoot } from '@headwater/kit/package-root';
import { cleanUpOperations } from '@headwater/kit/pg/operations';
import { oncePerMinute, startPeriodic } from '@headwater/kit/periodic';
import { tryWithAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import { refuseBreakingMigrations } from '@headwater/kit/pg/breaking-migrations';
import { createPool, isPostgresUp, type Pool } from '@headwater/kit/pg/pool';
import { retryUntilDone } from '@headwater/kit/pg/retry-until-done';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { startRpcServer } from '@headwater/kit/rpc/server';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { STORED_ANSWERS_QUOTA } from '@headwater/protos/limits';
import { loadAnalytics, loadIdentity, loadSites } from '@headwater/protos/services';
import type { IdentityConfig } from './config';
import { deleteOldLedgerChanges } from './copies/changes';
import { createCopies, type Copies } from './copies/copies';
import { createReports } from './copies/reports';
import type { Dependencies } from './dependencies';
import { openSince } from './domain/attribution';
import { keyCheck, type HmacKeys } from './domain/hmac-keys';
import { finishErasures } from './erasure/finish-erasures';
import { resealErasureLog } from './erasure/reseal-log';
import { publishEvents } from './events/publish-events';
import { createInterceptors } from './interceptors';
import { collectTouches } from './repair/collect-touches';
import { repairTouchedLinks, resolveNewLinks, scanOpenLinks } from './repair/repair-links';
import { createBulkIdentify, createListCompanies } from './rpc/accounts';
import { createQueryCohorts } from './rpc/cohorts';
import { createListConversions, createListSignups } from './rpc/conversions';
import { createListCorrections } from './rpc/corrections';
import { createGetCredit } from './rpc/credit';
import { createDeleteCosts, createListCosts, createPutCosts } from './rpc/costs';
import { createQueryCustomers } from './rpc/customers';
import { createEraseAccount, createGetErasure, createListErasures, createTrackExport } from './rpc/erasures';
import { createListLoggedErasures, createRepeatErasure } from './rpc/erasure-log';
import { createIdentify } from './rpc/identify';
import { createGetAccount, createListAccounts, createLookUpAttributions } from './rpc/ledger';
import { createLookUpAttribution } from './rpc/look-up-attribution';
import { createRecordBilling, createRecordPayment, createRecordPayments } from './rpc/payments';
import { createQueryRevenue } from './rpc/revenue';
import { createNumberChanges, numberAllChanges, queueAccountsWithoutFacts } from './store/account-changes';
import { deleteOldCorrections } from './store/corrections';
import { deleteOldErasedPayers } from './store/erased-payers';
import { deleteLoggedErasures } from './store/erasure-log';
import { isKeyRetired, listKeysInUse, putKeyChecks } from './store/keys';
import { putMissingTouches } from './store/missing-touches';
import { expireLinks } from './store/open-links';
import { deleteEndedExports } from './store/running-exports';

/** The identity service. Its schema must be migrated. `ports().grpc` is the listening port, once started. `lingerMs`: see `startRpcServer`. */
export function identityModule(
  config: IdentityConfig,
  { log, clock, lingerMs = 0 }: { log: Logger; clock: Clock; lingerMs?: number },
) {
  return createModule({
    name: 'identity',
    start: async (resources) => {
      const { databaseUrl, hmacKeys: keys } = config;
      const db = resources.add(
        createPool({ databaseUrl, applicationName: 'headwater identity', limits: config, log }),
        (pool) => pool.end(),
      );
      const trust = rpcTrust(config);
      const { calls: analytics } = resources.add(
        createRpcClient({ service: loadAnalytics(), address: config.analyticsAddress, trust }),
        (client) => client.close(),
      );
      const { calls: sites } = resources.add(
        createRpcClient({ service: loadSites(), address: config.sitesAddress, trust }),
        (client) => client.close(),
      );
      const keysChecked = resources.add(
        await retryUntilDone(async () => {
          await refuseBreakingMigrations(db, {
            schema: 'identity',
            directory: join(packageRoot('@headwater/identity'), 'migrations'),
          });
          await acrossWorkspaces(() => checkKeys(db, keys));
        }, log),
        (check) => check.stop(),
      );
      const numberChanges = createNumberChanges(db, log);
      const limits = { minRows: config.ledgerCopyRows, maxBytes: config.ledgerMemoryMb * 2 ** 20 };
      const copies = resources.add(createCopies(db, { limits, log }), (stopped) => stopped.stop());
      const reports = createReports(db, copies);
      const dependencies: Dependencies = { db, numberChanges, reports, keys, analytics, sites, clock };
      const server = resources.add(
        await startRpcServer({
          service: loadIdentity(),
          handlers: {
            Identify: createIdentify(dependencies),
            BulkIdentify: createBulkIdentify(dependencies),
            LookUpAttribution: createLookUpAttribution(dependencies),
            LookUpAttributions: createLookUpAttributions(dependencies),
            ListAccounts: createListAccounts(dependencies),
            GetAccount: createGetAccount(dependencies),
            EraseAccount: createEraseAccount(dependencies),
            GetErasure: createGetErasure(dependencies),
            ListErasures: createListErasures(dependencies),
            TrackExport: createTrackExport(dependencies),
            ListLoggedErasures: createListLoggedErasures(dependencies),
            RepeatErasure: createRepeatErasure(dependencies),
            ListCompanies: createListCompanies(dependencies),
            ListCorrections: createListCorrections(dependencies),
            QueryCustomers: createQueryCustomers(dependencies),
            QueryCohorts: createQueryCohorts(dependencies),
            PutCosts: createPutCosts(dependencies),
            ListCosts: createListCosts(dependencies),
            DeleteCosts: createDeleteCosts(dependencies),
            GetCredit: createGetCredit(dependencies),
            ListConversions: createListConversions(dependencies),
            ListSignups: createListSignups(dependencies),
            QueryRevenue: createQueryRevenue(dependencies),
            RecordBilling: createRecordBilling(dependencies),
            RecordPayment: createRecordPayment(dependencies),
            RecordPayments: createRecordPayments(dependencies),
          },
          interceptors: createInterceptors(() => keysChecked.isDone()),
          host: config.host,
          port: config.port,
          log,
          trust,
          lingerMs,
        }),
        (running) => running.stop(),
      );
      resources.add(
        startTasks(dependencies, config, { log, copies, isEnabled: () => keysChecked.isDone() }),
        (tasks) => Promise.all(tasks.map((task) => task.stop())),
      );
      const logPostgres = logAvailabilityChanges('Postgres', log);
      return {
        ready: async () => keysChecked.isDone() && (await isPostgresUp(db, logPostgres)),
        ports: { grpc: server.port },
      };
    },
  });
}

const CLEAN_UP_PAUSE_MS = 3_600_000;
const ANSWERS_CLEAN_UP_PAUSE_MS = 10 * 60_000;
const FACTS_PAUSE_MS = 60_000;

const DAY_MS = 86_400_000;

/** Deletes corrections, logged erasures, erased payers, ended exports and records of changes whose retention has ended. */
async function deleteExpired(
  { db, clock }: Dependencies,
  logDays: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await deleteOldCorrections(db, clock.now())) > 0);
  await deleteEndedExports(db);
  await deleteOldErasedPayers(db, clock.now());
  await deleteOldLedgerChanges(db);
  const until = clock.now() - logDays * DAY_MS;
  while (!signal.aborted && (await deleteLoggedErasures(db, until)) > 0);
}

/** Adds changes of accounts to the feed, and reports pending links that no event can resolve any more. */
async function updateFeed({ db, clock }: Dependencies, log: Logger, signal: AbortSignal): Promise<void> {
  await tryWithAdvisoryLock(db, 'identity updates the feed', async () => {
    while (!signal.aborted && (await expireLinks(db, openSince(clock.now()))) > 0);
    await numberAllChanges(db, log, signal);
  });
}

function startTasks(
  dependencies: Dependencies,
  config: IdentityConfig,
  {
    log,
    copies,
    isEnabled,
  }: { readonly log: Logger; readonly copies: Copies; readonly isEnabled: () => boolean },
) {
  const start = (
    task: (dependencies: Dependencies, signal: AbortSignal) => Promise<void>,
    intervalMs: number,
    message: string,
  ) =>
    startPeriodic((signal) => acrossWorkspaces(() => task(dependencies, signal)), {
      intervalMs,
      isEnabled,
      onError: oncePerMinute((err) => log.warn({ err }, message)),
    });
  return [
    start(repairTouchedLinks, config.linkRepairPauseMs, 'link repair failed; retrying'),
    start(resolveNewLinks, config.linkRepairPauseMs, 'new links could not be resolved; retrying'),
    start(scanOpenLinks, config.linkScanPauseMs, 'link scan failed; retrying'),
    start(finishErasures, config.linkRepairPauseMs, 'an erasure is not complete; retrying'),
    start(
      (_, signal) => deleteExpired(dependencies, config.erasureLogDays, signal),
      CLEAN_UP_PAUSE_MS,
      'cleanup failed; retrying in an hour',
    ),
    start(
      ({ db, clock }, signal) =>
        cleanUpOperations(db, 'identity', { now: clock.now(), quota: STORED_ANSWERS_QUOTA, signal, log }),
      ANSWERS_CLEAN_UP_PAUSE_MS,
      'cleanup of stored answers failed; retrying in 10 minutes',
    ),
    start(
      (_, signal) => collectTouches(dependencies, log, signal),
      config.linkScanPauseMs,
      'touches could not be collected; retrying',
    ),
    start(
      (_, signal) => updateFeed(dependencies, log, signal),
      config.eventPauseMs,
      'numbering changes of accounts failed; retrying',
    ),
    start(
      ({ db }) => queueAccountsWithoutFacts(db),
      FACTS_PAUSE_MS,
      'queueing accounts without facts failed; retrying in a minute',
    ),
    start(
      ({ db }, signal) =>
        tryWithAdvisoryLock(db, 'identity stores missing touches', () => putMissingTouches(db, log, signal)),
      config.eventPauseMs,
      'touches of payments could not be stored; retrying',
    ),
    start(
      (_, signal) => resealErasureLog(dependencies, log, signal),
      CLEAN_UP_PAUSE_MS,
      'the log of erasures was not moved to the current key; retrying in an hour',
    ),
    start(
      (_, signal) => copies.maintain(signal),
      config.linkRepairPauseMs,
      'copies of ledgers could not be updated; retrying',
    ),
    start(publishEvents, config.eventPauseMs, 'publishing webhook events failed; retrying'),
  ];
}

/**
 * Refuses HMAC_KEYS if a key is missing or changed that stored profiles are hashed with: their accounts could not be found
 * any more and would be created again.
 *
 * @throws Error with the ids of the missing or changed keys, or with the id of a current key that is retired.
 */
async function checkKeys(pool: Pool, keys: HmacKeys): Promise<void> {
  const [current] = keys;
  const inUse = await listKeysInUse(pool);
  const isRetired = await isKeyRetired(pool, current.id);
  const checks = keys.map((key) => ({ id: key.id, digest: keyCheck(key) }));
  const changed = await putKeyChecks(pool, checks, inUse);
  if (isRetired)
    throw new Error(
      `HMAC_KEYS starts with the retired key ${current.id}. Put a key that is not retired before it.`,
    );
  if (changed.length > 0)
    throw new Error(
      `HMAC_KEYS has a different secret for ${changed.join(', ')} than stored profiles are hashed with. ` +
        'Restore the original secret.',
    );
  const missing = inUse.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length === 0) return;
  throw new Error(
    `HMAC_KEYS lacks ${missing.join(', ')}, which stored profiles are hashed with. Add it after the current key. ` +
      'Remove it once `keys retire` finds no profile left.',
  );
}
