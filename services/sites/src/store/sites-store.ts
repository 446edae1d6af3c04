import type { Pool } from '@headwater/kit/pg/pool';
import type { Defined, Definitions } from '../domain/goal';
import type { DetectionResult } from '../domain/detection/detection';
import type { Site, SiteChanges } from '../domain/site';
import { createSite } from './create-site';
import {
  deleteDefinition,
  getDefinition,
  insertDefinition,
  listDefinitions,
  type DefinitionKind,
  type SiteOf,
} from './definitions';
import { deleteSite } from './delete-site';
import { claimDetections, finishDetection, requestDetection, type DetectionClaim } from './detections';
import { getActiveSite } from './get-active-site';
import { getKeyHolder } from './get-key-holder';
import type { SiteToInsert } from './insert-site';
import { listActiveSites } from './list-active-sites';
import { listBinnedSites } from './list-binned-sites';
import { markInstalled } from './mark-installed';
import {
  beginPurge,
  finishPurge,
  listDueSites,
  purgeFigures,
  type DueSite,
  type PurgeFigures,
  type SiteAt,
} from './purges';
import { getDeletion, getPurge, listPurges, type PurgePage, type PurgeRecord } from './read-purges';
import { restoreSite, type Restored } from './restore-site';
import { getConfig, putConfig, type ConfigPut, type ConfigWrite } from './site-config';
import { updateSite } from './update-site';

/** All that the service reads and writes. Each member is the function of its name beside this file. Times: Unix ms. */
export interface SitesStore {
  listActiveSites(workspaceId: number): Promise<Site[]>;
  listBinnedSites(workspaceId: number, now: number): Promise<Site[]>;
  createSite(workspaceId: number, site: SiteToInsert): Promise<{ site: Site; existing: boolean }>;
  getActiveSite(workspaceId: number, id: number): Promise<Site | undefined>;
  updateSite(workspaceId: number, id: number, changes: SiteChanges): Promise<Site | undefined>;
  deleteSite(
    workspaceId: number,
    id: number,
    bin: { readonly deletedAt: number; readonly purgeAt: number },
  ): Promise<boolean>;
  restoreSite(workspaceId: number, id: number, now: number): Promise<Restored>;
  getKeyHolder(id: number): Promise<Site | undefined>;
  markInstalled(id: number, at: number): Promise<void>;
  requestDetection(workspaceId: number, id: number, since: number): Promise<void>;
  claimDetections(turn: {
    readonly now: number;
    readonly until: number;
    readonly most: number;
  }): Promise<DetectionClaim[]>;
  finishDetection(claim: DetectionClaim, result: DetectionResult, at: number): Promise<void>;
  listDueSites(now: number): Promise<DueSite[]>;
  purgeFigures(now: number): Promise<PurgeFigures>;
  beginPurge(site: SiteAt, rows: Readonly<Record<string, number>>): Promise<boolean>;
  finishPurge(site: SiteAt): Promise<boolean>;
  getConfig(site: SiteOf): ReturnType<typeof getConfig>;
  putConfig(site: SiteOf, write: ConfigWrite): Promise<ConfigPut>;
  getPurge(workspaceId: number, siteId: number): Promise<PurgeRecord | undefined>;
  getDeletion(workspaceId: number, siteId: number): ReturnType<typeof getDeletion>;
  listPurges(workspaceId: number, page: PurgePage): Promise<PurgeRecord[]>;
  listDefinitions<K extends DefinitionKind>(kind: K, site: SiteOf): Promise<Defined<K>[]>;
  getDefinition<K extends DefinitionKind>(
    kind: K,
    reference: SiteOf & { readonly id: number },
  ): Promise<Defined<K> | undefined>;
  insertDefinition<K extends DefinitionKind>(
    kind: K,
    made: SiteOf & { readonly definition: Definitions[K]; readonly at: number; readonly most: number },
  ): Promise<Defined<K> | undefined>;
  deleteDefinition(kind: DefinitionKind, reference: SiteOf & { readonly id: number }): Promise<boolean>;
}

/** The store on a pool, whose Postgres has the schema `sites` migrated. Throws `pg`'s errors unchanged. */
export function createSitesStore(pool: Pool): SitesStore {
  return {
    listActiveSites: (workspaceId) => listActiveSites(pool, workspaceId),
    listBinnedSites: (workspaceId, now) => listBinnedSites(pool, workspaceId, now),
    createSite: (workspaceId, site) => createSite(pool, workspaceId, site),
    getActiveSite: (workspaceId, id) => getActiveSite(pool, workspaceId, id),
    updateSite: (workspaceId, id, changes) => updateSite(pool, workspaceId, id, changes),
    deleteSite: (workspaceId, id, bin) => deleteSite(pool, workspaceId, id, bin),
    restoreSite: (workspaceId, id, now) => restoreSite(pool, workspaceId, id, now),
    getKeyHolder: (id) => getKeyHolder(pool, id),
    markInstalled: (id, at) => markInstalled(pool, id, at),
    requestDetection: (workspaceId, id, since) => requestDetection(pool, workspaceId, id, since),
    claimDetections: (turn) => claimDetections(pool, turn),
    finishDetection: (claim, result, at) => finishDetection(pool, claim, result, at),
    listDueSites: (now) => listDueSites(pool, now),
    purgeFigures: (now) => purgeFigures(pool, now),
    beginPurge: (site, rows) => beginPurge(pool, site, rows),
    finishPurge: (site) => finishPurge(pool, site),
    getConfig: (site) => getConfig(pool, site),
    putConfig: (site, write) => putConfig(pool, site, write),
    getPurge: (workspaceId, siteId) => getPurge(pool, workspaceId, siteId),
    getDeletion: (workspaceId, siteId) => getDeletion(pool, workspaceId, siteId),
    listPurges: (workspaceId, page) => listPurges(pool, workspaceId, page),
    listDefinitions: (kind, site) => listDefinitions(pool, kind, site),
    getDefinition: (kind, reference) => getDefinition(pool, kind, reference),
    insertDefinition: (kind, made) => insertDefinition(pool, kind, made),
    deleteDefinition: (kind, reference) => deleteDefinition(pool, kind, reference),
  };
}
