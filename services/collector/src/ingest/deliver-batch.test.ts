import fc from 'fast-check';
import { deliverOrDeadLetter } from './deliver-batch';

class Rejection extends Error {}

/** A store that rejects batches with a bad line, and stores others once per token. */
function store() {
  const tokens = new Map<string, string[]>();
  const deadLetters: string[] = [];
  const deliver = deliverOrDeadLetter({
    insert: ({ lines, token }) => {
      const list = lines.toString().trimEnd().split('\n');
      if (list.some((line) => line.includes('bad'))) return Promise.reject(new Rejection());
      tokens.set(token, list);
      return Promise.resolve();
    },
    isRejection: (error) => error instanceof Rejection,
    deadLetter: (line) => {
      deadLetters.push(line);
      return Promise.resolve();
    },
  });
  const send = (list: readonly string[]): Promise<void> =>
    deliver(
      { lines: Buffer.from(list.map((line) => `${line}\n`).join('')), token: 't' },
      new AbortController().signal,
    );
  return { send, deadLetters, stored: () => [...tokens.values()].flat() };
}

describe('deliverOrDeadLetter', () => {
  it('dead-letters exactly the rejected lines and stores all others once, in order, also when repeated', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('good', 'good', 'good', 'bad'), fc.nat(99_999)), {
          minLength: 1,
          maxLength: 40,
        }),
        async (kinds) => {
          const lines = kinds.map(([kind, filler], i) => `${kind} ${i} ${'.'.repeat(filler % 50)}!`);
          const { send, deadLetters, stored } = store();
          await send(lines);
          expect(deadLetters).toEqual(lines.filter((line) => line.startsWith('bad')));
          await send(lines);
          expect(stored()).toEqual(lines.filter((line) => line.startsWith('good')));
        },
      ),
    );
  });

  it('dead-letters nothing after a temporary error', async () => {
    const deliver = deliverOrDeadLetter({
      insert: () => Promise.reject(new Error('no connection')),
      isRejection: () => false,
      deadLetter: () => Promise.reject(new Error('must not be called')),
    });
    const batch = { lines: Buffer.from('a\nb\n'), token: 't' };
    await expect(deliver(batch, new AbortController().signal)).rejects.toThrow('no connection');
  });
});
