import type { FilterOperator, GoalType } from '@headwater/protos/vocabulary';

/** A condition on the event that reaches a goal. */
export interface GoalFilter {
  readonly key: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** What a customer wants visitors to do, checked: an event of a name, or a pageview of a path. */
export interface GoalDefinition {
  readonly name: string;
  readonly type: GoalType;
  /** `''` unless `type` is `event`. */
  readonly event: string;
  /** `''` unless `type` is `page`; a `*` at its end stands for any rest. */
  readonly path: string;
  readonly filters: readonly GoalFilter[];
}

/** Goals to be reached one after the other, checked. */
export interface FunnelDefinition {
  readonly name: string;
  readonly steps: readonly GoalDefinition[];
  readonly windowHours: number;
}

/** What is stored of each kind of definition. */
export interface Definitions {
  readonly goal: GoalDefinition;
  readonly funnel: FunnelDefinition;
}

/** A definition with its id. */
export type Defined<K extends keyof Definitions> = { readonly id: number } & Definitions[K];
