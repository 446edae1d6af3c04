import { createPseudonyms, visitorOfPseudonym, VISITOR_KEY_BYTES } from './pseudonyms';

const KEY = Buffer.alloc(VISITOR_KEY_BYTES, 7);
const OTHER = Buffer.alloc(VISITOR_KEY_BYTES, 8);
const IDS = ['0', '1', '42', '9007199254740993', '18446744073709551615'];

describe('a pseudonym', () => {
  it.each(IDS)('of visitor %s can be decrypted with its key only', (id) => {
    const pseudonym = createPseudonyms(KEY).ofVisitor(id);
    expect(pseudonym).toMatch(/^[0-9a-f]{32}$/);
    expect(visitorOfPseudonym(pseudonym, KEY)).toBe(id);
    expect(visitorOfPseudonym(pseudonym, OTHER)).toBeUndefined();
  });

  it('is the same in each export of a workspace, and differs between workspaces', () => {
    const names = IDS.map((id) => createPseudonyms(KEY).ofVisitor(id));
    const again = createPseudonyms(KEY);
    expect(IDS.map((id) => again.ofVisitor(id))).toEqual(names);
    expect(new Set([...names, ...IDS.map((id) => createPseudonyms(OTHER).ofVisitor(id))]).size).toBe(10);
  });

  it('of a session is not that of a visitor', () => {
    const { ofSession, ofVisitor } = createPseudonyms(KEY);
    expect(ofSession('1')).not.toBe(ofVisitor('1'));
    expect(visitorOfPseudonym(ofSession('1'), KEY)).toBeUndefined();
  });

  it.each(['', '1', 'x'.repeat(32), '0'.repeat(32), 'A'.repeat(32), '0'.repeat(33), '../../etc'])(
    'is not %j',
    (text) => {
      expect(visitorOfPseudonym(text, KEY)).toBeUndefined();
    },
  );
});
