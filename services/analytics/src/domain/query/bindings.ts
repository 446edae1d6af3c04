/** ClickHouse types of bound values. */
export type BoundType =
  | 'String'
  | 'UInt16'
  | 'UInt64'
  | 'Array(String)'
  | 'Array(UInt32)'
  | 'Array(UInt64)'
  | "DateTime64(3, 'UTC')";

export type BoundValue = string | number | readonly string[] | readonly number[] | readonly bigint[];

/** Collects the values of one statement: every value travels beside the SQL, none inside it. */
export class Bindings {
  readonly params: Record<string, BoundValue> = {};

  /** Binds a value under a name and returns its placeholder. A second value of that name gets a number. */
  bind(name: string, type: BoundType, value: BoundValue): string {
    let unique = name;
    for (let n = 2; Object.hasOwn(this.params, unique); n++) unique = `${name}_${n}`;
    this.params[unique] = value;
    return `{${unique}:${type}}`;
  }
}
