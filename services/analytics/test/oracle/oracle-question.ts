import type { Grain } from '@headwater/protos/vocabulary';

/** A well-formed question, as a caller would send it. */
export interface OracleQuestion {
  readonly siteId: number;
  readonly timezone: string;
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
  readonly range?: string;
  readonly grain?: Grain;
  readonly dimension?: string;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
  readonly limit?: number;
}
