import { checkTags } from './check-tags';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `tag ${index}`);

describe('the tags of a site', () => {
  it('are trimmed, lower-case and unique, in the order given', () => {
    expect(checkTags([' B2B ', 'Ärzte', 'b2b', 'A\u0308rzte', 'eu'])).toEqual({
      ok: true,
      value: ['b2b', 'ärzte', 'eu'],
    });
  });

  it('may be none', () => {
    expect(checkTags([])).toEqual({ ok: true, value: [] });
  });

  it('may be 50 of 64 characters, repeats not counted', () => {
    expect(checkTags([...numbered(50), 'TAG 1'])).toEqual({ ok: true, value: numbered(50) });
    expect(checkTags(['😀'.repeat(64)]).ok).toBe(true);
  });

  it.each([
    [['a', ' '], { index: 1, message: /empty/ }],
    [['a'.repeat(65)], { index: 0, message: /at most 64/ }],
    [['ok', 'ok', 'a\nb'], { index: 2, message: /control/ }],
    [numbered(51), { message: /at most 50/ }],
  ])('%#: what is wrong is refused, naming which', (tags, problem) => {
    expect(checkTags(tags)).toEqual({
      ok: false,
      ...problem,
      message: expect.stringMatching(problem.message) as unknown,
    });
  });
});
