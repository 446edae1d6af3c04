import type { Workload } from './workloads';

/** The outcome of one rate. */
export interface Measured {
  readonly perSecond: number;
  /** Successes within 5 s, per second. */
  readonly goodput: number;
  /** Of successes. */
  readonly p99Ms: number;
  /** Time after the load until single requests succeed. */
  readonly backAfterS: number;
  /** Requests with a 5xx other than 503, and without a response. */
  readonly errors: number;
  readonly effects: {
    /** Acknowledged requests without an effect. */
    readonly missing: number;
    /** Requests with an effect, but without success: the caller got another status, or no response. */
    readonly unwanted: number;
    readonly repeated: number;
  };
}

export interface KneeFound {
  readonly steps: readonly Measured[];
  /** The largest goodput of the steps. */
  readonly knee: number;
  readonly atTwiceTheKnee: Measured;
}

/** At twice the knee, the share of its goodput that remains. */
const MIN_SHARE = 0.8;
const MAX_BACK_S = 5;

/** Compares the results of a workload with its targets. */
export function describeTargets(
  { targetRate }: Workload,
  { steps, knee, atTwiceTheKnee }: KneeFound,
): { readonly isMet: boolean; readonly text: string }[] {
  const all = [...steps, atTwiceTheKnee];
  const sum = (count: (each: Measured) => number): number =>
    all.reduce((total, each) => total + count(each), 0);
  const none = (what: string, count: number) => ({ isMet: count === 0, text: `${count} ${what}, max 0` });
  const slowest = Math.max(...all.map(({ backAfterS }) => backAfterS));
  const atTarget = steps.find(({ perSecond }) => perSecond === targetRate?.perSecond);
  return [
    ...(targetRate
      ? [
          {
            isMet: atTarget?.goodput === targetRate.perSecond && atTarget.p99Ms <= targetRate.maxP99Ms,
            text: `${atTarget?.goodput ?? knee}/s of ${targetRate.perSecond}/s, p99 ${atTarget?.p99Ms} ms, max ${targetRate.maxP99Ms} ms`,
          },
        ]
      : []),
    {
      isMet: atTwiceTheKnee.goodput >= MIN_SHARE * knee,
      text: `${atTwiceTheKnee.goodput}/s at ${atTwiceTheKnee.perSecond}/s, min ${Math.round(MIN_SHARE * knee)}/s: 80 % of the knee`,
    },
    { isMet: slowest <= MAX_BACK_S, text: `goodput back after ${slowest} s, max ${MAX_BACK_S} s` },
    none(
      'responses with 5xx other than 503, or none',
      sum(({ errors }) => errors),
    ),
    none(
      'acknowledged requests without an effect',
      sum(({ effects }) => effects.missing),
    ),
    none(
      'other requests with an effect',
      sum(({ effects }) => effects.unwanted),
    ),
    none(
      'repeated effects',
      sum(({ effects }) => effects.repeated),
    ),
  ];
}
