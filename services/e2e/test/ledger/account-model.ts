import type { Model } from './linearizable';

/** A change or a lookup of one account. Amounts are in minor units. */
export type AccountInput =
  | { readonly kind: 'identify' }
  | { readonly kind: 'erase' }
  | { readonly kind: 'look-up' }
  | { readonly kind: 'sale' | 'refund'; readonly id: string; readonly amount: number };

/** What the response says: the certificate's counts, or the account. Identify and payments report nothing to check. */
export type AccountOutput =
  | { readonly kind: 'done' }
  | { readonly kind: 'erased'; readonly profiles: number; readonly payments: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly payments: number; readonly net: number };

/** Whether the account exists, and its payments, refunds negative. */
export interface AccountState {
  readonly exists: boolean;
  readonly amounts: readonly number[];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** An account as the documentation describes it: a payment creates it, an erasure detaches its payments. */
export const accountModel: Model<AccountState, AccountInput, AccountOutput> = {
  initial: { exists: false, amounts: [] },
  step: (state, input, output) => {
    switch (input.kind) {
      case 'identify':
        return { ...state, exists: true };
      case 'sale':
      case 'refund': {
        const amount = input.kind === 'sale' ? input.amount : -input.amount;
        return { exists: true, amounts: [...state.amounts, amount] };
      }
      case 'erase': {
        const { exists, amounts } = state;
        const expected = { kind: 'erased', profiles: exists ? 1 : 0, payments: amounts.length };
        return equal(output, expected) ? { exists: false, amounts: [] } : undefined;
      }
      case 'look-up': {
        const { exists, amounts } = state;
        const found = { kind: 'found', payments: amounts.length, net: sum(amounts) };
        return equal(output, exists ? found : { kind: 'missing' }) ? state : undefined;
      }
    }
  },
  describe: ({ exists, amounts }) => `${exists} ${[...amounts].sort((a, b) => a - b).join(' ')}`,
};

const equal = (output: AccountOutput, expected: object): boolean =>
  JSON.stringify(output) === JSON.stringify(expected);
