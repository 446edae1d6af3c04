import type { Window } from '@headwater/kit/calendar/window';
import type { FilterOperator, Grain, RevenueDimension } from '@headwater/protos/vocabulary';

/** A question about revenue as it arrived. */
export interface RawRevenueQuestion {
  readonly timezone?: string;
  readonly from?: string;
  readonly to?: string;
  readonly range?: string;
  readonly grain?: string;
  readonly dimension?: string;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
  readonly limit?: number;
  readonly model?: string;
}

/** Any of the values, which may hold `(none)`. */
export interface RevenueFilter {
  readonly dimension: RevenueDimension;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

export interface RevenueQuestion {
  readonly window: Window;
  readonly grain: Grain;
  readonly dimension: RevenueDimension | undefined;
  readonly filters: readonly RevenueFilter[];
  readonly limit: number;
}
