export interface RecentNumbersOptions {
  /** How long a number must be remembered after it was set. */
  readonly keepMs: number;
  /** Keys remembered, about: between this and twice as many. */
  readonly capacity: number;
}

/** Numbers by key, in memory; whole generations are forgotten, after their time or sooner when there are too many. */
export class RecentNumbers {
  private young = new Map<string, number>();
  private old = new Map<string, number>();

  /** @param bornAt monotonic milliseconds, as are the other times */
  constructor(
    private readonly options: RecentNumbersOptions,
    private bornAt: number,
  ) {}

  /** 0 when there is none. */
  get(key: string, at: number): number {
    this.age(at);
    return this.young.get(key) ?? this.old.get(key) ?? 0;
  }

  set(key: string, value: number): void {
    this.young.set(key, value);
  }

  private age(at: number): void {
    const age = at - this.bornAt;
    const { keepMs, capacity } = this.options;
    if (age < keepMs && this.young.size < capacity) return;
    this.old = age >= 2 * keepMs ? new Map<string, number>() : this.young;
    this.young = new Map();
    this.bornAt = at;
  }
}
