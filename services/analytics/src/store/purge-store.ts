import type { ClickHouseClient } from '@clickhouse/client';
import {
  countSiteRows,
  deleteSiteEvents,
  type RowsByTable,
  type SiteOfWorkspace,
} from '@headwater/eventstore/delete-site-events';
import type { Place } from '@headwater/eventstore/place';
import { storeFailure } from './store-failure';

/** Longest time that one deletion may take: ClickHouse rewrites every part that holds rows of the site. */
export const PURGE_TIMEOUT_MS = 30 * 60 * 1_000;

/** What the purge of a site does to the event store. @throws AppError `upstream_unavailable`. */
export interface PurgeStore {
  countSiteRows(site: SiteOfWorkspace): Promise<RowsByTable>;
  deleteSiteEvents(site: SiteOfWorkspace): Promise<void>;
}

export interface PurgeConnections {
  /** One with the patience of `PURGE_TIMEOUT_MS`. */
  readonly client: ClickHouseClient;
  /** Hands over every node that keeps events, each with that patience. */
  readonly withPlace: <T>(work: (place: Place) => Promise<T>) => Promise<T>;
}

export function createPurgeStore({ client, withPlace }: PurgeConnections): PurgeStore {
  const telling = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw storeFailure(error);
    }
  };
  return {
    countSiteRows: (site) => telling(withPlace((place) => countSiteRows(client, site, place))),
    deleteSiteEvents: (site) => telling(withPlace((place) => deleteSiteEvents(client, site, place))),
  };
}
