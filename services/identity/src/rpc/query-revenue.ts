import { bucketsOf } from '@headwater/kit/calendar/buckets';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { pendingSince } from '../domain/pending-days';
import { parseRevenueQuestion } from '../domain/revenue/parse-question';
import type { Dependencies } from './dependencies';
import { currencyRevenue, pendingRevenue } from './revenue-shape';

/** Revenue of a window: parse, cut into buckets, sum in one statement, shape. New MRR, which is no payment, beside it. */
export function createQueryRevenue({
  store,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['QueryRevenue'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const parsed = parseRevenueQuestion(request, now);
    if (!parsed.ok) throw failure(parsed.code, INVALID, { fields: parsed.problems });
    const { window, grain, dimension, filters, limit } = parsed.question;
    const buckets = bucketsOf(window, grain);
    const query = {
      workspaceId,
      startMs: window.startMs,
      endMs: window.endMs,
      bucketStarts: buckets.map(({ startMs }) => startMs),
      dimension,
      filters,
      limit,
      pendingSinceMs: pendingSince(now),
    };
    const [sums, newMrr] = await Promise.all([store.queryRevenue(query), store.queryNewMrr(query)]);
    const currencies = [...new Set(sums.map(({ currency }) => currency))];
    return {
      from: formatCalendarDate(window.from),
      to: formatCalendarDate(window.to),
      timezone: window.zone,
      grain,
      model: 'first_touch',
      ...(dimension === undefined ? {} : { dimension }),
      currencies: currencies.map((currency) => currencyRevenue(currency, { sums, buckets })),
      pending: pendingRevenue(sums),
      newMrr,
    };
  };
}

const INVALID = 'The question can not be answered as asked: correct the parameters listed under errors.';
