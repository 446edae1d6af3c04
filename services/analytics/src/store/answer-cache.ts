/** Keeps what was last asked for, as text, up to a size; what was not asked for the longest goes first. */
export class AnswerCache {
  private readonly answers = new Map<string, string>();
  private size = 0;

  /** @param maxLength of all keys and answers together, in UTF-16 units. */
  constructor(private readonly maxLength: number) {}

  get(key: string): unknown {
    const text = this.answers.get(key);
    if (text === undefined) return undefined;
    this.answers.delete(key);
    this.answers.set(key, text);
    return JSON.parse(text);
  }

  set(key: string, answer: unknown): void {
    this.drop(key);
    const text = JSON.stringify(answer);
    // One answer must not drive out most others.
    if (key.length + text.length > this.maxLength / 8) return;
    this.answers.set(key, text);
    this.size += key.length + text.length;
    for (const oldest of this.answers.keys()) {
      if (this.size <= this.maxLength) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const text = this.answers.get(key);
    if (text === undefined) return;
    this.answers.delete(key);
    this.size -= key.length + text.length;
  }
}
