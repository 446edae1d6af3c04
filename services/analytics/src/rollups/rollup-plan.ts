import type { BreakdownPlan } from '../query/dimensions';
import type { VisitPlan } from '../query/plan';
import type { Sources } from './sources';
import type { CandidateKeys, RollupBreakdown } from './sources-sql';

/** A plan and its sources. */
export interface RollupPlan extends VisitPlan {
  readonly sources: Sources;
}

/** The results of a statement in addition to the totals. */
export interface RollupSelection extends FilteredSelection {
  readonly breakdowns: readonly RollupBreakdown[];
  /** The candidates of all dimensions, if they are known. */
  readonly keys: CandidateKeys | undefined;
}

/** What a statement with filters counts: all keys. */
export interface FilteredSelection {
  readonly withSeries: boolean;
  /** Of distinct dimensions. */
  readonly breakdowns: readonly BreakdownPlan[];
}

/** Counts of a key of a dimension. '' is the dimension of all events: of the bucket that starts at a Unix second, or of all (0). */
export interface RollupRow {
  readonly dimension: string;
  readonly bucket: number;
  readonly key: string;
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
  readonly bounces: number;
  /** Only counted for all events. */
  readonly duration_ms: number;
  /** Max visitors of a key that is not among the dimension's candidates. */
  readonly beside: number;
}
