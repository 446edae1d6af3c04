import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { decimalsOf, formatAmount } from '../domain/money';
import { parseCredit } from '../domain/revenue-query';
import { readCredit } from '../store/credit';

/** Returns how a model divides one payment among the touches of its account. */
export function createGetCredit({ db }: Dependencies): Handlers<IdentityDefinition>['GetCredit'] {
  return async ({ paymentId, model = 'first_touch', ...request }, call) => {
    const rule = parseCredit({ ...request, model });
    if (!rule.ok)
      throw failure('invalid_request', 'The model is invalid. Correct the parameters listed under errors.', {
        fields: rule.problems,
      });
    const credit = await readCredit(db, call.workspaceId(), { paymentId, ...rule.value });
    if (!credit) throw failure('payment_not_found', 'The workspace has no payment with this id.');
    const { currency, amountMinor, type, shares } = credit;
    const money = (minor: bigint): string => formatAmount(minor, decimalsOf(currency));
    return {
      ...{ paymentId, amount: money(amountMinor), currency, type },
      ...rule.value,
      shares: shares.map(({ touch, isTouch, minor, basisPoints }) => ({
        ...(touch ? { touch } : {}),
        share: basisPoints / 100,
        amount: money(minor),
        reason: isTouch ? 'touch' : touch ? 'recorded' : 'none',
      })),
    };
  };
}
