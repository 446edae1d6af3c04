import { NONE, type FilterOperator } from '@headwater/protos/vocabulary';

/** How a filter compares, in words that stand between a dimension and a value. */
export const OPERATOR_WORDS: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  contains_not: 'does not contain',
  starts_with: 'starts with',
};

/** What the form offers: each operator, and whether anything is known at all. */
export interface Condition {
  readonly id: string;
  readonly label: string;
  readonly operator: FilterOperator;
  /** Left out: it is typed. */
  readonly value?: string;
}

export const CONDITIONS: readonly Condition[] = [
  ...Object.entries(OPERATOR_WORDS).map(([id, label]) => ({ id, label, operator: id as FilterOperator })),
  { id: 'unknown', label: 'is not known', operator: 'is', value: NONE },
  { id: 'known', label: 'is known', operator: 'is_not', value: NONE },
];
