import fc from 'fast-check';
import { deliverOrBury } from './deliver-or-bury';

class Refusal extends Error {}

/** A store that refuses any batch with a line that says bad, and takes others once a token. */
function store() {
  const tokens = new Map<string, string[]>();
  const buried: string[] = [];
  const deliver = deliverOrBury({
    insert: ({ lines, token }) => {
      const list = lines.toString().trimEnd().split('\n');
      if (list.some((line) => line.includes('bad'))) return Promise.reject(new Refusal());
      tokens.set(token, list);
      return Promise.resolve();
    },
    isRefusal: (error) => error instanceof Refusal,
    bury: (line) => {
      buried.push(line);
      return Promise.resolve();
    },
  });
  const send = (list: readonly string[]): Promise<void> =>
    deliver(
      { lines: Buffer.from(list.map((line) => `${line}\n`).join('')), token: 't' },
      new AbortController().signal,
    );
  return { send, buried, stored: () => [...tokens.values()].flat() };
}

describe('deliver or bury', () => {
  it('buries exactly the refused lines and stores all others once, in order, also when it is repeated', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('good', 'good', 'good', 'bad'), fc.nat(99_999)), {
          minLength: 1,
          maxLength: 40,
        }),
        async (kinds) => {
          const lines = kinds.map(([kind, filler], i) => `${kind} ${i} ${'.'.repeat(filler % 50)}!`);
          const { send, buried, stored } = store();
          await send(lines);
          expect(buried).toEqual(lines.filter((line) => line.startsWith('bad')));
          await send(lines);
          expect(stored()).toEqual(lines.filter((line) => line.startsWith('good')));
        },
      ),
    );
  });

  it('gives up on nothing that may pass', async () => {
    const deliver = deliverOrBury({
      insert: () => Promise.reject(new Error('no connection')),
      isRefusal: () => false,
      bury: () => Promise.reject(new Error('must not be asked')),
    });
    const batch = { lines: Buffer.from('a\nb\n'), token: 't' };
    await expect(deliver(batch, new AbortController().signal)).rejects.toThrow('no connection');
  });
});
