import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '@headwater/kit/pg/pool';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import type { Client } from '@headwater/kit/rpc/types';
import {
  loadIdentity,
  loadSites,
  type IdentityDefinition,
  type SitesDefinition,
} from '@headwater/protos/services';
import { insertCompletedAction, type AuditStore, type AuditTarget } from '../store/audit-log';
import { endOtherAccess, listLiveAccess, sharesToken, type LiveAccess } from '../store/live-access';
import { listWorkspaceIds, updateLastErasure } from '../store/workspaces';
import type { ServiceAddresses } from './config';
import {
  erasureLine,
  loggedErasure,
  readLines,
  readSummary,
  siteLine,
  type ErasureLine,
  type Line,
  type SiteLine,
} from './deletions-file';

/** Rows per call. */
const PAGE_SIZE = 500;

interface Owners {
  readonly sites: Pick<Client<SitesDefinition>, 'ListDeletions' | 'RepeatDeletion'>;
  readonly identity: Pick<Client<IdentityDefinition>, 'ListLoggedErasures' | 'RepeatErasure'>;
}

async function withOwners<T>(addresses: ServiceAddresses, use: (owners: Owners) => Promise<T>): Promise<T> {
  const trust = rpcTrust(addresses.rpc);
  const sites = createRpcClient({ service: loadSites(), address: addresses.sitesAddress, trust });
  const identity = createRpcClient({ service: loadIdentity(), address: addresses.identityAddress, trust });
  try {
    return await use({ sites: sites.calls, identity: identity.calls });
  } finally {
    sites.close();
    identity.close();
  }
}

/** Writes the working access, the deleted sites and the erasures of all workspaces, as lines. */
export function exportDeletions(
  db: Pool,
  addresses: ServiceAddresses,
  write: (line: Line) => Promise<void>,
): Promise<void> {
  return withOwners(addresses, async ({ sites, identity }) => {
    await write({ type: 'access', ...(await listLiveAccess(db)) });
    const written = { sites: 0, erasures: 0 };
    for (let afterSiteId = 0; ;) {
      const { deletions } = await sites.ListDeletions({ afterSiteId, limit: PAGE_SIZE });
      for (const deletion of deletions) await write(siteLine(deletion));
      written.sites += deletions.length;
      afterSiteId = deletions.at(-1)?.siteId ?? afterSiteId;
      if (deletions.length < PAGE_SIZE) break;
    }
    for (let after = 0; ;) {
      const { erasures, last } = await identity.ListLoggedErasures({ after, limit: PAGE_SIZE });
      for (const erasure of erasures) await write(erasureLine(erasure));
      written.erasures += erasures.length;
      after = last;
      if (erasures.length === 0) break;
    }
    await write({ type: 'end', ...written });
  });
}

export interface RestoreOptions {
  readonly file: string;
  /** Also ends access if the database has no token of the list. */
  readonly force: boolean;
  /** Unix milliseconds: the time of the entries in the audit log. */
  readonly now: number;
  /** Receives the progress for the operator. */
  readonly report: (text: string) => void;
}

/** Numbers of a restore. */
interface Restored {
  /** False: repeat the command after the reported problems are fixed. */
  complete: boolean;
  readonly access: { readonly tokens: number; readonly shareLinks: number; readonly sessions: number };
  /** `skipped`: of workspaces that the backup does not contain. */
  readonly sites: { listed: number; deleted: number; skipped: number };
  readonly erasures: { listed: number; repeated: number; profiles: number; skipped: number };
}

/**
 * Ends access and repeats deletions that a restored backup lacks. Reads the file line by line, first to check it. Safe to
 * repeat.
 *
 * @throws Error, without a change, if the file is invalid or of another installation.
 */
export function restoreDeletions(
  store: AuditStore & { readonly db: Pool },
  addresses: ServiceAddresses,
  options: RestoreOptions,
): Promise<Restored> {
  const { file } = options;
  return withOwners(addresses, async (owners) => {
    const { access: live, ...listed } = await readSummary(file);
    const access = await restoreAccess(store, live, options);
    const restored: Restored = {
      ...{ complete: true, access },
      sites: { listed: listed.sites, deleted: 0, skipped: 0 },
      erasures: { listed: listed.erasures, repeated: 0, profiles: 0, skipped: 0 },
    };
    const run = { ...options, store, owners, restored, workspaces: await listWorkspaceIds(store.db) };
    let reportAt = Date.now() + REPORT_MS;
    let done = 0;
    for await (const line of readLines(file)) {
      if (line.type === 'site') await repeatSite(run, line);
      else if (line.type === 'erasure') await repeatErasure(run, line);
      done += 1;
      if (Date.now() < reportAt) continue;
      options.report(`${done} of ${listed.sites + listed.erasures} deletions are repeated.`);
      reportAt = Date.now() + REPORT_MS;
    }
    return restored;
  });
}

/** Ends access that a restored backup contains, but the list does not. */
async function restoreAccess(
  store: AuditStore & { readonly db: Pool },
  live: LiveAccess,
  { file, force, now }: RestoreOptions,
): Promise<Restored['access']> {
  if (!force && !(await sharesToken(store.db, live)))
    throw new Error(
      `This database has no token of ${file}. Nothing was changed. Either the two belong to different installations: check ` +
        'DATABASE_URL and the file. Or all tokens of the list are newer than the backup: add --force to end all access of the backup.',
    );
  const { workspaceIds, ...ended } = await endOtherAccess(store.db, live);
  for (const workspaceId of workspaceIds)
    await insertCompletedAction(store, {
      ...{ workspaceId, at: now, actor: { type: 'admin' }, action: 'restoreAccess' },
    });
  return ended;
}

const REPORT_MS = 10_000;

interface Run extends RestoreOptions {
  readonly store: AuditStore;
  readonly owners: Owners;
  readonly restored: Restored;
  readonly workspaces: ReadonlySet<number>;
}

async function repeatSite(run: Run, line: SiteLine): Promise<void> {
  const { workspaceId, siteId, createdAt, deletedAt, purgeAt } = line;
  const { sites } = run.restored;
  if (!run.workspaces.has(workspaceId)) {
    sites.skipped += 1;
    return run.report(`Site ${siteId} was skipped: the backup has no workspace ${workspaceId}.`);
  }
  const deletion = {
    ...{ workspaceId, siteId, createdAtMs: Date.parse(createdAt) },
    ...{ deletedAtMs: Date.parse(deletedAt), purgeAtMs: Date.parse(purgeAt) },
  };
  const { deleted } = await run.owners.sites.RepeatDeletion(deletion, { workspaceId });
  if (!deleted) return;
  sites.deleted += 1;
  await audit(run, workspaceId, 'repeatSiteDeletion', { siteId });
}

/** Analytics rewrites the parts of the visitors' events. */
const ERASURE_DEADLINE_MS = 600_000;
/** Calls for an erasure that runs while another task holds its lock. */
const MAX_ATTEMPTS = 10;
const RETRY_MS = 1_000;

async function repeatErasure(run: Run, line: ErasureLine): Promise<void> {
  const { workspaceId, certificate } = line;
  const { erasures } = run.restored;
  if (!run.workspaces.has(workspaceId)) {
    erasures.skipped += 1;
    return run.report(`Erasure ${certificate.id} was skipped: the backup has no workspace ${workspaceId}.`);
  }
  let isNew = false;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await run.owners.identity.RepeatErasure(loggedErasure(line), {
      workspaceId,
      deadlineMs: ERASURE_DEADLINE_MS,
    });
    isNew ||= answer.isNew;
    erasures.profiles += answer.profiles;
    if (answer.outcome === 'key_missing') {
      run.restored.complete = false;
      erasures.skipped += 1;
      return run.report(
        `Erasure ${certificate.id} was skipped: HMAC_KEYS of identity lacks the key that was current on ${certificate.at}. Add the key, restart identity and repeat this command.`,
      );
    }
    if (answer.outcome === 'complete') break;
    if (attempt < MAX_ATTEMPTS) {
      await delay(RETRY_MS);
      continue;
    }
    run.restored.complete = false;
    run.report(
      `Erasure ${certificate.id} runs: analytics or sites is unavailable. Identity completes it. Repeat this command to check.`,
    );
    break;
  }
  if (!isNew) return;
  erasures.repeated += 1;
  await updateLastErasure(run.store.db, workspaceId, Date.now());
  await audit(run, workspaceId, 'repeatErasure', { targetId: certificate.id });
}

function audit({ store, now }: Run, workspaceId: number, action: string, target: AuditTarget): Promise<void> {
  return insertCompletedAction(store, { workspaceId, at: now, actor: { type: 'admin' }, action, ...target });
}
