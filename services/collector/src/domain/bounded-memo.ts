/** Longest text that is remembered: strangers choose many of them, and they must not fill the memory. */
const LONGEST_KEY = 1_024;

/**
 * Remembers the answers of a pure function of a text, at most `capacity` of them: when full it forgets all, which
 * costs less than keeping an order and bounds the memory just as well.
 */
export class BoundedMemo<T> {
  private answers = new Map<string, T>();

  constructor(
    private readonly capacity: number,
    private readonly compute: (key: string) => T,
  ) {}

  get(key: string): T {
    const known = this.answers.get(key);
    // A second look only where the answer itself may be undefined.
    if (known !== undefined || this.answers.has(key)) return known as T;
    const answer = this.compute(key);
    if (key.length > LONGEST_KEY) return answer;
    if (this.answers.size >= this.capacity) this.answers = new Map();
    this.answers.set(key, answer);
    return answer;
  }
}
