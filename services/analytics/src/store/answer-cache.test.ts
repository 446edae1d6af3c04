import { AnswerCache } from './answer-cache';

describe('AnswerCache', () => {
  it('forgets what was not asked for the longest', () => {
    const cache = new AnswerCache(80);
    const put = (key: string): void => cache.set(key, 'x'.repeat(5));
    for (let n = 0; n < 10; n++) put(String(n)); // each takes 1 + 7
    expect(cache.get('0')).toBe('xxxxx');
    put('a');
    expect(cache.get('0')).toBe('xxxxx');
    expect(cache.get('1')).toBeUndefined();
    expect(cache.get('a')).toBe('xxxxx');
  });

  it('keeps nothing that takes more than an eighth of it', () => {
    const cache = new AnswerCache(80);
    cache.set('key', ['0123456789']);
    expect(cache.get('key')).toBeUndefined();
  });

  it('gives each caller an answer of its own', () => {
    const cache = new AnswerCache(8_000);
    cache.set('key', { rows: [1] });
    (cache.get('key') as { rows: number[] }).rows.push(2);
    expect(cache.get('key')).toEqual({ rows: [1] });
  });
});
