import { insertEventLines } from '@headwater/eventstore/insert-event-lines';
import { insertImportedDays } from '@headwater/eventstore/insert-imported-days';
import { insertImportedProperties } from '@headwater/eventstore/insert-imported-properties';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { SentTo } from '../domain/draft-event';
import type { ImportedDay } from '../domain/imports/read-plausible-rows';
import type { ImportedProperty } from '../domain/imports/read-umami-properties';
import { findImportedProperties, type PropertiesOf } from './find-imported-properties';

/** Where rows of exports are written. */
export interface ImportStore {
  /** Stores events; one of the same `event_id`, name, day and visitor replaces the earlier one. */
  insertLines(lines: readonly string[], signal: AbortSignal): Promise<void>;
  /** Stores properties of events that another file holds; the same ones again replace the earlier ones. */
  insertProperties(properties: readonly ImportedProperty[], site: SentTo, signal: AbortSignal): Promise<void>;
  /** The properties that were stored for some events. */
  findProperties(site: SentTo, eventIds: readonly string[], signal: AbortSignal): Promise<PropertiesOf>;
  /** Stores what was counted on days; the same days again replace the earlier ones. */
  insertDays(days: readonly ImportedDay[], site: SentTo, signal: AbortSignal): Promise<void>;
}

/** Imports into ClickHouse. @throws the client's error, unchanged. */
export function insertImports(client: ClickHouseClient): ImportStore {
  return {
    insertLines: (lines, signal) => insertEventLines(client, { lines: Buffer.from(lines.join('')), signal }),
    insertProperties: (properties, { workspaceId, siteId }, signal) =>
      insertImportedProperties(
        client,
        properties.map((property) => ({ workspace_id: workspaceId, site_id: siteId, ...property })),
        signal,
      ),
    findProperties: (site, eventIds, signal) => findImportedProperties(client, site, eventIds, signal),
    insertDays: (days, { workspaceId, siteId }, signal) =>
      insertImportedDays(
        client,
        days.map((day) => ({ workspace_id: workspaceId, site_id: siteId, ...day })),
        signal,
      ),
  };
}
