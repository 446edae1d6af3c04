import fc from 'fast-check';
import { accountModel, type AccountInput, type AccountOutput, type AccountState } from './account-model';
import { isLinearizable, type Call } from './linearizable';

type AccountCall = Call<AccountInput, AccountOutput>;

const EVERY_KIND: readonly AccountInput['kind'][] = ['identify', 'erase', 'look-up', 'sale', 'refund'];

interface PlannedCall {
  readonly kind: AccountInput['kind'];
  readonly amount: number;
  readonly pauseMs: number;
  readonly durationMs: number;
  /** The part of the duration until the effect. */
  readonly effectAt: number;
}

const plannedCall: fc.Arbitrary<PlannedCall> = fc.record({
  kind: fc.constantFrom(...EVERY_KIND, 'look-up', 'look-up', 'sale', 'sale'),
  amount: fc.integer({ min: 1, max: 1_000 }),
  pauseMs: fc.integer({ min: 0, max: 5 }),
  durationMs: fc.integer({ min: 1, max: 20 }),
  effectAt: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
});
const callers = fc.array(fc.array(plannedCall, { minLength: 10, maxLength: 30 }), {
  minLength: 2,
  maxLength: 2,
});

/** The history of callers of a correct system, which executes each call at one moment of its duration. */
function historyOf(planned: readonly (readonly PlannedCall[])[]): AccountCall[] {
  const timed = planned.flatMap((calls, caller) => {
    let now = caller / 2;
    return calls.map(({ kind, amount, pauseMs, durationMs, effectAt }, index) => {
      const startedAt = now + pauseMs;
      now = startedAt + durationMs;
      const input = inputOf(kind, `${caller}-${index}`, amount);
      return { input, startedAt, endedAt: now, effectAt: startedAt + durationMs * effectAt };
    });
  });
  let state = accountModel.initial;
  return timed
    .sort((a, b) => a.effectAt - b.effectAt)
    .map(({ effectAt: _, ...call }) => {
      const output = outputOf(state, call.input);
      state = accountModel.step(state, call.input, output) ?? state;
      return { ...call, output };
    });
}

function inputOf(kind: AccountInput['kind'], id: string, amount: number): AccountInput {
  return kind === 'sale' || kind === 'refund' ? { kind, id, amount } : { kind };
}

function outputOf({ exists, amounts }: AccountState, { kind }: AccountInput): AccountOutput {
  const payments = amounts.length;
  if (kind === 'erase') return { kind: 'erased', profiles: exists ? 1 : 0, payments };
  if (kind !== 'look-up') return { kind: 'done' };
  return exists
    ? { kind: 'found', payments, net: amounts.reduce((sum, one) => sum + one, 0) }
    : { kind: 'missing' };
}

/** Whether an account exists during the whole lookup, whatever the order of concurrent calls. */
function mustExist(lookup: AccountCall, history: readonly AccountCall[]): boolean {
  const erasures = history.filter(({ input }) => input.kind === 'erase');
  return history.some(
    (created) =>
      !['erase', 'look-up'].includes(created.input.kind) &&
      created.endedAt < lookup.startedAt &&
      erasures.every((erasure) => erasure.endedAt < created.startedAt || erasure.startedAt > lookup.endedAt),
  );
}

const RUNS = { numRuns: 100 };

it('accepts the calls of a correct system', () => {
  fc.assert(
    fc.property(callers, (planned) => isLinearizable(accountModel, historyOf(planned))),
    RUNS,
  );
});

/** A copy of the history with another output of one call. */
const withOutput = (history: readonly AccountCall[], call: AccountCall, output: AccountOutput) =>
  history.map((one) => (one === call ? { ...one, output } : one));

it('rejects each lookup that misses an account, unless a concurrent erasure may explain it', () => {
  let rejected = 0;
  fc.assert(
    fc.property(callers, (planned) => {
      const history = historyOf(planned);
      for (const lookup of history) {
        if (lookup.output.kind !== 'found' || !mustExist(lookup, history)) continue;
        expect(isLinearizable(accountModel, withOutput(history, lookup, { kind: 'missing' }))).toBe(false);
        rejected += 1;
      }
    }),
    RUNS,
  );
  expect(rejected).toBeGreaterThan(RUNS.numRuns);
});

it('rejects a lookup with another number of payments, after all other calls', () => {
  fc.assert(
    fc.property(callers, (planned) => {
      const history = historyOf(planned);
      const state = history.reduce(
        (before, call) => accountModel.step(before, call.input, call.output) ?? before,
        accountModel.initial,
      );
      const last = { input: { kind: 'look-up' }, startedAt: 10_000, endedAt: 10_001 } as const;
      const output = outputOf(state, last.input);
      const wrong = outputOf({ exists: true, amounts: [...state.amounts, 1] }, last.input);
      expect(isLinearizable(accountModel, [...history, { ...last, output }])).toBe(true);
      // In every order, the certificates of the erasures count the other payments.
      expect(isLinearizable(accountModel, [...history, { ...last, output: wrong }])).toBe(false);
    }),
    RUNS,
  );
});
