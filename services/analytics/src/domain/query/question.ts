import type { FilterOperator, Grain } from '@headwater/protos/vocabulary';
import type { Period } from '@headwater/kit/calendar/window';
import type { Dimension } from './dimensions';

/** What every question takes, as it comes over the wire: nothing is trusted yet. An absent field takes its default. */
export interface RawFrame {
  readonly siteId: number;
  readonly timezone: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly range?: string | undefined;
  readonly grain?: string | undefined;
  readonly dimension?: string | undefined;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
  readonly limit?: number | undefined;
}

/** The question about one event, as it comes over the wire. */
export interface RawQuestion extends RawFrame {
  readonly name: string;
}

/** The values of one dimension and operator. They are alternatives; for a negative operator none of them may hold. */
export interface Filter {
  readonly dimension: Dimension;
  readonly operator: FilterOperator;
  /** Never empty; each as given, `(none)` for the unknown value. */
  readonly values: readonly string[];
}

/** What every question takes, parsed: every part is of a closed kind. */
export interface Frame {
  readonly siteId: number;
  readonly zone: string;
  readonly period: Period;
  readonly grain: Grain;
  readonly dimension: Dimension | undefined;
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** Rows of the breakdown. */
  readonly limit: number;
}

/** A parsed question about one event. */
export interface Question extends Frame {
  /** The event's name. */
  readonly name: string;
}
