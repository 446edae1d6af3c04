import { countExpiredRows, deleteExpiredEvents } from '@headwater/eventstore/delete-expired-events';
import { parseCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { clickhouseFailure } from '../clickhouse/errors';
import type { Dependencies } from '../dependencies';

/** Deletes the rows of a site's days before a day; with `dryRun` only returns their number by table. */
export function createApplyRetention({
  purge,
}: Dependencies): Handlers<AnalyticsDefinition>['ApplyRetention'] {
  return async ({ siteId, beforeDay, beforeMs, dryRun }, call) => {
    if (!Number.isSafeInteger(siteId) || siteId < 1)
      throw failure('invalid_request', 'site_id must be a positive integer.');
    if (parseCalendarDate(beforeDay) === undefined)
      throw failure('invalid_request', 'before_day must be a date such as 2026-03-01.');
    const days = { workspaceId: call.workspaceId(), siteId, beforeDay, beforeMs };
    try {
      return await purge.withTopology(async (topology) => {
        if (dryRun) return { rows: await countExpiredRows(purge.clickhouse, days, topology) };
        await deleteExpiredEvents(purge.clickhouse, days, topology);
        // No count: a retry finds no row, and must return the same answer.
        return { rows: {} };
      });
    } catch (error) {
      throw clickhouseFailure(error);
    }
  };
}
