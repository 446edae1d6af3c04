import { ROWS_PER_STEP, type Pausing } from './pausing';

export type Column = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Rows in typed arrays that grow together. Removed rows are used again. */
export class Rows<C extends Record<string, Column>> {
  size = 0;
  #capacity = 0;
  readonly #free: number[] = [];

  constructor(readonly columns: C) {}

  add(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.size === this.#capacity) this.#grow();
    return this.size++;
  }

  remove(row: number): void {
    this.#free.push(row);
  }

  get bytes(): number {
    return this.bytesOf(this.#capacity);
  }

  bytesOf(rows: number): number {
    return Object.values(this.columns).reduce((sum, column) => sum + column.BYTES_PER_ELEMENT * rows, 0);
  }

  #grow(): void {
    this.reserve(Math.max(1_024, Math.ceil(this.#capacity * 1.2)));
  }

  /** @param rows not fewer than there are */
  reserve(rows: number): void {
    this.#capacity = rows;
    for (const [name, column] of Object.entries(this.columns)) this.#replace(name).set(column);
  }

  /** Moves each row to `rowOf[row]`. No row is free. */
  *move(rowOf: Int32Array): Pausing<void> {
    for (const [name, column] of Object.entries(this.columns)) {
      const moved = this.#replace(name);
      for (let row = 0; row < rowOf.length; row++) {
        if (row % ROWS_PER_STEP === 0) yield;
        moved[rowOf[row] ?? 0] = column[row] ?? 0;
      }
    }
  }

  /** Returns the new, empty column. */
  #replace(name: string): Column {
    const column = this.columns[name];
    const empty = new (column?.constructor as new (length: number) => Column)(this.#capacity);
    (this.columns as Record<string, Column>)[name] = empty;
    return empty;
  }
}
