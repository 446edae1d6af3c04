import { lastAnswer } from './last-answer';

test('asks again only when another text follows', () => {
  const asked: string[] = [];
  const answer = lastAnswer((key) => {
    asked.push(key);
    return key.length;
  });
  expect(['ab', 'ab', 'c', 'ab', ''].map(answer)).toEqual([2, 2, 1, 2, 0]);
  expect(asked).toEqual(['ab', 'c', 'ab', '']);
});

test('remembers an answer that is undefined', () => {
  let asked = 0;
  const answer = lastAnswer(() => void (asked += 1));
  expect([answer('a'), answer('a')]).toEqual([undefined, undefined]);
  expect(asked).toBe(1);
});
