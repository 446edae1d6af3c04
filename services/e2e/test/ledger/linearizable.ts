/** A call that returned, with the times of a common clock at its start and end. */
export interface Call<Input, Output> {
  readonly input: Input;
  readonly output: Output;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A system that executes one call after the other. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /** @returns the state after the call, or undefined if the system cannot return this output */
  step(state: State, input: Input, output: Output): State | undefined;
  /** The same text for equal states. */
  describe(state: State): string;
}

/** The calls that a search has put in order, as bits by index, and the state after them. */
interface Position<State> {
  readonly done: bigint;
  readonly state: State;
}

/**
 * Whether the calls are linearizable: an order exists in which the model returns the same outputs, and in which a call that
 * ended before another started comes first. Searches depth first and enters no pair of done calls and state twice (Wing and
 * Gong, with the cache of Lowe).
 */
export function isLinearizable<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Call<Input, Output>[],
): boolean {
  const calls = [...history].sort((a, b) => a.startedAt - b.startedAt);
  const all = (1n << BigInt(calls.length)) - 1n;
  const seen = new Set<string>();
  const open: Position<State>[] = [{ done: 0n, state: model.initial }];
  for (let position = open.pop(); position; position = open.pop()) {
    const { done, state } = position;
    if (done === all) return true;
    for (const index of possibleNext(calls, done)) {
      const call = calls[index] as Call<Input, Output>;
      const after = model.step(state, call.input, call.output);
      if (after === undefined) continue;
      const next = { done: done | (1n << BigInt(index)), state: after };
      const key = `${next.done} ${model.describe(after)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      open.push(next);
    }
  }
  return false;
}

/** The calls that can be next: not done, and started before each other call that is not done ended. Sorted by start. */
function possibleNext(calls: readonly Call<unknown, unknown>[], done: bigint): number[] {
  const found: number[] = [];
  let firstEnd = Infinity;
  for (const [index, { startedAt, endedAt }] of calls.entries()) {
    if ((done >> BigInt(index)) & 1n) continue;
    if (startedAt > firstEnd) break;
    found.push(index);
    firstEnd = Math.min(firstEnd, endedAt);
  }
  return found.filter((index) => (calls[index]?.startedAt ?? 0) <= firstEnd);
}
