/** A row of a file, by its line there. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A row that is not imported, and why: nothing of its cells, which may hold anything. */
export interface Refusal {
  readonly line: number;
  readonly message: string;
}
