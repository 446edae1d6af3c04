import { LazyAbortSignal } from './lazy-abort-signal';

test('calls each listener once, except removed ones', () => {
  const signal = new LazyAbortSignal();
  const called: string[] = [];
  const first = (): void => void called.push('first');
  signal.addEventListener('abort', first);
  signal.addEventListener('abort', () => {
    called.push('second');
    signal.removeEventListener('abort', first);
  });
  const third = (): void => void called.push('third');
  signal.addEventListener('abort', third);
  signal.removeEventListener('abort', third);
  expect(signal.aborted).toBe(false);
  signal.abort();
  signal.abort();
  expect(called).toEqual(['first', 'second']);
  expect(signal.aborted).toBe(true);
});

test('converts to one AbortSignal, before or after the abort', () => {
  const before = new LazyAbortSignal();
  const converted = before.toAbortSignal();
  expect(before.toAbortSignal()).toBe(converted);
  expect(converted.aborted).toBe(false);
  before.abort();
  expect(converted.aborted).toBe(true);
  const after = new LazyAbortSignal();
  after.abort();
  expect(after.toAbortSignal().aborted).toBe(true);
});
