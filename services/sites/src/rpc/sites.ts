import { createBatcher } from '@headwater/kit/batcher';
import { assertNever } from '@headwater/kit/errors';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { Detection as DetectionMessage } from '@headwater/protos/gen/headwater/sites/v1/Detection';
import type { Site as SiteMessage } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { UpdateSiteRequest__Output } from '@headwater/protos/gen/headwater/sites/v1/UpdateSiteRequest';
import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { checkDomain } from '../domain/check-domain';
import {
  checkCategories,
  checkExcludedAddresses,
  checkExcludedPaths,
  checkName,
  checkTags,
  checkTimezone,
  DEFAULT_TIMEZONE,
} from '../domain/check-site';
import { checkRetentionDays } from '../domain/retention';
import {
  isSameSiteKey,
  isSiteId,
  RESTORE_WINDOW_MS,
  SITE_KEY_BYTES,
  siteKeyFrom,
  type Detection,
  type Site,
  type SiteChanges,
} from '../domain/site';
import { requestDetection } from '../store/detections';
import {
  countSites,
  createSite,
  deleteSite,
  getActiveSite,
  getActiveSites,
  getSiteForKey,
  listActiveSites,
  listDeletedSites,
  lockSites,
  markInstalled,
  restoreSite,
  updateSite,
  type SiteCounts,
} from '../store/sites';
import { retentionMessage } from './retention';
import { requireFields, requireSiteId, siteNotFound } from './validate';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];

/** A detection that ended less than a minute ago is returned again, to limit the requests to a customer's server. */
const DETECTION_FRESH_MS = 60_000;

/** The workspace's active sites by id, or its deleted sites, last deleted first. */
export function createListSites({ db, clock }: Dependencies): Method<'ListSites'> {
  return async ({ deleted }, call) => {
    const now = clock.now();
    const sites = deleted
      ? await listDeletedSites(db, call.workspaceId(), now)
      : await listActiveSites(db, call.workspaceId());
    return { sites: sites.map((site) => siteMessage(site, now)) };
  };
}

/** Creates a site, or returns the active site with the same domain unchanged. */
export function createCreateSite({ db, clock, randomBytes }: Dependencies): Method<'CreateSite'> {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const { retentionDays: days, expiresAtMs: expiresAt } = request;
    const {
      domain,
      name,
      retentionDays = null,
      ...settings
    } = requireFields({
      domain: checkDomain(request.domain),
      ...(request.name === undefined ? {} : { name: checkName(request.name) }),
      timezone: checkTimezone(request.timezone ?? DEFAULT_TIMEZONE),
      categories: checkCategories(request.categories),
      tags: checkTags(request.tags),
      ...(days === undefined ? {} : { retentionDays: checkRetentionDays(days) }),
    });
    const now = clock.now();
    if (expiresAt !== undefined && expiresAt <= now)
      throw failure('invalid_request', 'expires_at_ms must be in the future.');
    return inTransaction(db, async (client) => {
      await lockSites(client, workspaceId);
      const { site, existing } = await createSite(client, workspaceId, {
        domain,
        name: name ?? domain,
        ...settings,
        retentionDays,
        detect: request.detect,
        siteKey: siteKeyFrom(randomBytes(SITE_KEY_BYTES)),
        createdAt: now,
        ...(expiresAt === undefined ? {} : { expiresAt }),
      });
      if (!existing) refuseTooMany(await countSites(client, workspaceId), expiresAt !== undefined);
      return { site: siteMessage(site, now), existing };
    });
  };
}

/** @throws AppError `invalid_request`, which rolls the creation back. */
function refuseTooMany({ lasting, expiring }: SiteCounts, isSandbox: boolean): void {
  const { maxSites, maxSandboxes } = WORKSPACE_LIMITS;
  if (isSandbox ? expiring <= maxSandboxes : lasting <= maxSites) return;
  throw failure(
    'invalid_request',
    `A workspace has at most ${isSandbox ? `${maxSandboxes} sandboxes` : `${maxSites} sites`}, including deleted sites that are not purged yet. ` +
      (isSandbox ? 'Wait until one expires and is purged.' : 'Delete one, and try again when it is purged.'),
  );
}

/** Almost every request of the API reads a site. Concurrent reads of a workspace share statements. */
const READ_BATCHING = { maxBatchSize: 100, maxConcurrentBatches: 2 } as const;

/** Returns an active site. */
export function createGetSite({ db, clock }: Dependencies): Method<'GetSite'> {
  const getSite = createBatcher(READ_BATCHING, (workspaceId: number, ids: readonly number[]) => {
    const sites = getActiveSites(db, workspaceId, [...new Set(ids)]);
    return ids.map(async (id) => (await sites).find((site) => site.id === id));
  });
  return async ({ id }, call) => {
    const site = await getSite(call.workspaceId(), requireSiteId(id), call);
    if (!site) throw siteNotFound();
    return siteMessage(site, clock.now());
  };
}

/** Changes the given fields. A given list replaces the whole list. */
export function createUpdateSite({ db, clock }: Dependencies): Method<'UpdateSite'> {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const { scrub, clickIds, excludedPaths, excludedAddresses } = request;
    const changes = {
      ...checkSettings(request),
      ...requireFields({
        ...(excludedPaths ? { excludedPaths: checkExcludedPaths(excludedPaths.values) } : {}),
        ...(excludedAddresses ? { excludedAddresses: checkExcludedAddresses(excludedAddresses.values) } : {}),
      }),
      ...(scrub === undefined ? {} : { scrub }),
      ...(clickIds === undefined ? {} : { clickIds }),
    };
    const now = clock.now();
    const site = await updateSite(db, { workspaceId, id: requireSiteId(request.id), now }, changes);
    if (!site) throw siteNotFound();
    return siteMessage(site, now);
  };
}

type Settings = Pick<UpdateSiteRequest__Output, 'name' | 'timezone' | 'categories' | 'tags' | 'unset'> & {
  readonly retentionDays?: number;
};

/** The values of a site created without settings. */
const DEFAULT_SETTINGS: Required<SiteChanges> = {
  name: null,
  timezone: DEFAULT_TIMEZONE,
  categories: [],
  tags: [],
  scrub: true,
  clickIds: false,
  excludedPaths: [],
  excludedAddresses: [],
  retentionDays: null,
};

/** The given settings, checked, and the defaults of unset ones. @throws `invalid_request` with every refused field. */
export function checkSettings({
  name,
  timezone,
  categories,
  tags,
  retentionDays,
  unset,
}: Settings): SiteChanges {
  const given = requireFields({
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(timezone === undefined ? {} : { timezone: checkTimezone(timezone) }),
    ...(categories ? { categories: checkCategories(categories.values) } : {}),
    ...(tags ? { tags: checkTags(tags.values) } : {}),
    ...(retentionDays === undefined ? {} : { retentionDays: checkRetentionDays(retentionDays) }),
  });
  const reset = Object.entries(DEFAULT_SETTINGS).filter(([field]) => unset.includes(field));
  return { ...given, ...Object.fromEntries(reset) };
}

/** Deletes an active site. It can be restored for 30 days. */
export function createDeleteSite({ db, clock }: Dependencies): Method<'DeleteSite'> {
  return async (request, call) => {
    const id = requireSiteId(request.id);
    const deletedAt = clock.now();
    const purgeAt = deletedAt + RESTORE_WINDOW_MS;
    if (!(await deleteSite(db, call.workspaceId(), id, { deletedAt, purgeAt }))) throw siteNotFound();
    return { id, purgeAtMs: purgeAt };
  };
}

/** Restores a deleted site. Returns an active site unchanged. */
export function createRestoreSite({ db, clock }: Dependencies): Method<'RestoreSite'> {
  return async ({ id }, call) => {
    const now = clock.now();
    const restored = await restoreSite(db, call.workspaceId(), requireSiteId(id), now);
    switch (restored.outcome) {
      case 'active':
        return siteMessage(restored.site, now);
      case 'not_found':
        throw siteNotFound();
      case 'domain_in_use':
        throw failure(
          'domain_in_use',
          'Another active site of this workspace has the same domain. Delete that site first.',
        );
      default:
        return assertNever(restored);
    }
  };
}

/** Requests a detection, which runs in the background. */
export function createDetectSite({ db, clock }: Dependencies): Method<'DetectSite'> {
  return async ({ siteId }, call) => {
    const workspaceId = call.workspaceId();
    const id = requireSiteId(siteId);
    await requestDetection(db, workspaceId, id, clock.now() - DETECTION_FRESH_MS);
    const site = await getActiveSite(db, workspaceId, id);
    if (!site?.detection) throw siteNotFound();
    return detectionMessage(site.detection);
  };
}

/** Checks a site key and returns the site's workspace. Refuses every key of a deleted site. */
export function createVerifySiteKey({ db, clickIdKey }: Dependencies): Method<'VerifySiteKey'> {
  return async ({ siteId, siteKey }) => {
    const site = isSiteId(siteId) ? await getSiteForKey(db, siteId) : undefined;
    if (!site) return { verdict: 'SITE_KEY_VERDICT_UNKNOWN_SITE' };
    if (!isSameSiteKey(site.siteKey, siteKey) || site.deletion)
      return { verdict: 'SITE_KEY_VERDICT_REFUSED' };
    return {
      verdict: 'SITE_KEY_VERDICT_VALID',
      workspaceId: site.workspaceId,
      domain: site.domain,
      installed: site.installed,
      scrub: site.scrub,
      ...(site.clickIds ? { clickIdKey } : {}),
      exclusions: exclusionsOf(site),
    };
  };
}

/** Records that the snippet is live. Ignores an unknown site. */
export function createMarkInstalled({ db, clock }: Dependencies): Method<'MarkInstalled'> {
  return async ({ siteId }) => {
    if (isSiteId(siteId)) await markInstalled(db, siteId, clock.now());
    return {};
  };
}

function siteMessage(site: Site, now: number): SiteMessage {
  return {
    id: site.id,
    domain: site.domain,
    name: site.name,
    timezone: site.timezone,
    installed: site.installed,
    scrub: site.scrub,
    clickIds: site.clickIds,
    exclusions: exclusionsOf(site),
    categories: [...site.categories],
    tags: [...site.tags],
    createdAtMs: site.createdAt,
    siteKey: site.siteKey,
    retention: retentionMessage(site, now),
    ...(site.deletion ? { deletedAtMs: site.deletion.deletedAt, purgeAtMs: site.deletion.purgeAt } : {}),
    ...(site.detection ? { detection: detectionMessage(site.detection) } : {}),
  };
}

const exclusionsOf = ({ excludedPaths, excludedAddresses }: Site) => ({
  paths: [...excludedPaths],
  addresses: [...excludedAddresses],
});

function detectionMessage(detection: Detection): DetectionMessage {
  if (detection.status === 'pending') return { status: 'pending' };
  const { checkedAt, suggestedCategories, findings, ...facts } = detection;
  return {
    ...facts,
    checkedAtMs: checkedAt,
    suggestedCategories: [...suggestedCategories],
    findings: [...findings],
  };
}
