import type { FieldError } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS, LEDGER_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { parseCost, parseDay, type Cost, type RawCost } from '../domain/cost';
import { decimalsOf, formatAmount } from '../domain/money';
import { rowProblem } from '../domain/parsed';
import { deleteCosts, listCosts, putCosts, type Days } from '../store/costs';
import { inRetriedOperation } from '../store/transactions';

const NO_COST: RawCost = { day: '', channel: '', source: '', campaign: '', amount: '', currency: '' };

/** Saves costs, all or nothing. Of several rows with one key, the last one is saved. */
export function createPutCosts({ db, clock }: Dependencies): Handlers<IdentityDefinition>['PutCosts'] {
  return async ({ costs }, call) => {
    if (costs.length > BATCH_LIMITS.rows)
      throw failure('invalid_request', `costs must be at most ${BATCH_LIMITS.rows}.`);
    const now = clock.now();
    const rows = costs.map(({ index, cost }) => ({ index, parsed: parseCost(cost ?? NO_COST) }));
    const valid = rows.flatMap(({ parsed }) => (parsed.ok ? [parsed.value] : []));
    const byKey = new Map(valid.map((cost) => [keyOf(cost), cost]));
    const errors = rows.flatMap(({ index, parsed }) =>
      parsed.ok ? [] : [{ index, ...rowProblem(parsed.problems) }],
    );
    return inRetriedOperation(db, { call, now }, async (client) => {
      const stored = await putCosts(client, call.workspaceId(), { costs: [...byKey.values()], now });
      const replaced = stored + valid.length - byKey.size;
      return { imported: valid.length, replaced, skipped: errors.length, errors };
    });
  };
}

function keyOf({ day, channel, source, campaign, currency }: Cost): string {
  return JSON.stringify([day, channel, source, campaign, currency]);
}

/** Lists costs by day and key. */
export function createListCosts({ db }: Dependencies): Handlers<IdentityDefinition>['ListCosts'] {
  return async ({ from = '1971-01-01', to = '2100-12-31', after, limit }, call) => {
    const days = parseDays({ from, to });
    if (limit < 1 || limit > LEDGER_LIMITS.maxCosts)
      throw failure('invalid_request', `limit must be 1 to ${LEDGER_LIMITS.maxCosts}.`);
    const costs = await listCosts(db, call.workspaceId(), { ...days, after: after ?? undefined, limit });
    return {
      costs: costs.map(({ amountMinor, clicks, impressions, ...cost }) => ({
        ...cost,
        amount: formatAmount(amountMinor, decimalsOf(cost.currency)),
        ...(clicks === null ? {} : { clicks }),
        ...(impressions === null ? {} : { impressions }),
      })),
    };
  };
}

/** Deletes the costs of a window. */
export function createDeleteCosts({ db, clock }: Dependencies): Handlers<IdentityDefinition>['DeleteCosts'] {
  return async (request, call) => {
    const days = parseDays(request);
    return inRetriedOperation(db, { call, now: clock.now() }, async (client) => ({
      deleted: await deleteCosts(client, call.workspaceId(), days),
    }));
  };
}

/** @throws AppError `invalid_request` */
function parseDays({ from, to }: Days): Days {
  const parsed = { from: parseDay('from', from), to: parseDay('to', to) };
  if (parsed.from.ok && parsed.to.ok && from <= to) return { from: parsed.from.value, to: parsed.to.value };
  const problems: FieldError[] = Object.values(parsed).flatMap((each) => (each.ok ? [] : each.problems));
  const fields = problems.length > 0 ? problems : [{ field: 'from', message: 'must not be after to' }];
  throw failure(
    'invalid_request',
    'The window of days is invalid. Correct the parameters listed under errors.',
    {
      fields,
    },
  );
}
