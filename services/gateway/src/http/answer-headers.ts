import type { ServerResponse } from 'node:http';

/**
 * The headers of one answer, names and values in turn: as such a list node takes them in a third of the time
 * that setting them one by one takes. Names are spelt alike everywhere.
 */
export class AnswerHeaders {
  private readonly list: string[];

  /** @param always those of every answer */
  constructor(always: readonly string[]) {
    this.list = [...always];
  }

  get(name: string): string | undefined {
    const at = this.placeOf(name);
    return at < 0 ? undefined : this.list[at + 1];
  }

  /** Sets a header, in place of an earlier one of the name. */
  set(name: string, value: string): void {
    const at = this.placeOf(name);
    if (at < 0) this.list.push(name, value);
    else this.list[at + 1] = value;
  }

  setAll(headers: Readonly<Record<string, string>>): void {
    for (const name in headers) this.set(name, headers[name] ?? '');
  }

  delete(name: string): void {
    const at = this.placeOf(name);
    if (at >= 0) this.list.splice(at, 2);
  }

  /** Begins the answer with them, and with whatever the server itself has set on it. */
  begin(response: ServerResponse, status: number): void {
    response.writeHead(status, this.list);
  }

  private placeOf(name: string): number {
    for (let at = 0; at < this.list.length; at += 2) if (this.list[at] === name) return at;
    return -1;
  }
}
