import type { ClickHouseClient } from '@clickhouse/client';
import {
  countSiteRows,
  deleteSiteEvents,
  type RowsByTable,
  type SiteOfWorkspace,
} from '@headwater/eventstore/delete-site-events';
import { storeFailure } from './store-failure';

/** Longest time that one deletion may take: ClickHouse rewrites every part that holds rows of the site. */
export const PURGE_TIMEOUT_MS = 30 * 60 * 1_000;

/** What the purge of a site does to the event store. @throws AppError `upstream_unavailable`. */
export interface PurgeStore {
  countSiteRows(site: SiteOfWorkspace): Promise<RowsByTable>;
  deleteSiteEvents(site: SiteOfWorkspace): Promise<void>;
}

/** @param client one with the patience of `PURGE_TIMEOUT_MS`. */
export function createPurgeStore(client: ClickHouseClient): PurgeStore {
  const telling = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw storeFailure(error);
    }
  };
  return {
    countSiteRows: (site) => telling(countSiteRows(client, site)),
    deleteSiteEvents: (site) => telling(deleteSiteEvents(client, site)),
  };
}
