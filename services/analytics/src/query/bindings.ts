/** ClickHouse types of bound values. */
type BoundType =
  | 'String'
  | 'UInt16'
  | 'UInt64'
  | 'Array(String)'
  | 'Array(UInt32)'
  | 'Array(UInt64)'
  | "DateTime64(3, 'UTC')";

type BoundValue = string | number | readonly string[] | readonly number[] | readonly bigint[];

/** One SELECT with its bound values. */
export interface Statement {
  readonly query: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The only table of which it reads rows of all workspaces. Otherwise it reads rows of `params.workspace_id`. */
  readonly acrossWorkspaces?: readonly ['touched_visitors'];
}

/** The name under which values of filters, properties and paths are bound: the query log must not contain them. */
export const UNLOGGED_VALUES = 'value';

/** Collects the bound values of one statement. No value is part of the SQL text. */
export class Bindings {
  readonly params: Record<string, BoundValue> = {};

  /** Binds a value under a name and returns its placeholder. A second value of the same name gets a number. */
  bind(name: string, type: BoundType, value: BoundValue): string {
    let unique = name;
    for (let n = 2; Object.hasOwn(this.params, unique); n++) unique = `${name}_${n}`;
    this.params[unique] = value;
    return `{${unique}:${type}}`;
  }

  /** Binds an instant. @param ms Unix milliseconds. */
  instant(name: string, ms: number): string {
    return this.bind(name, "DateTime64(3, 'UTC')", instantText(ms));
  }
}

/** An instant in ClickHouse's format for DateTime64(3, 'UTC'): `2026-10-25 00:00:00.000`. @param ms Unix milliseconds. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
}
