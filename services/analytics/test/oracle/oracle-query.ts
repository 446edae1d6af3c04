import type { Grain } from '@headwater/protos/vocabulary';

/** A valid query as a caller sends it. */
export interface OracleQuery {
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

/** The caller's workspace and the time of the call, Unix milliseconds. */
export interface OracleContext {
  readonly workspaceId: number;
  readonly nowMs: number;
}
