import { numberOfScalar, textOfScalar } from './scalars';

it.each<[string, unknown]>([
  ['x', 'x'],
  ['', ''],
  ['7', 7],
  ['-7', -7],
  ['1.5', 1.5],
  ['0.1', 0.1],
  ['true', true],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('returns %j for %j', (text, value) => expect(textOfScalar(value)).toBe(text));

it.each([2 ** 53, 1e21, 1e-7, 0.1 + 0.2, 1e300, NaN, Infinity, null, undefined, {}, [], [7]])(
  'returns no text for %j',
  (value) => expect(textOfScalar(value)).toBeUndefined(),
);

it.each<[number, unknown]>([
  [49, '49'],
  [49, '49.00'],
  [-1, '-1'],
  [0.5, '0.5'],
  [7, 7],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('returns the number %d for %j', (number, value) => expect(numberOfScalar(value)).toBe(number));

it.each([
  '',
  ' 49',
  '49 ',
  '1e3',
  '0x10',
  '.5',
  '5.',
  '01',
  '49,00',
  '9007199254740993',
  '0.12345678901234567',
  'x',
])('returns no number for %j', (text) => expect(numberOfScalar(text)).toBeUndefined());

it.each([true, null, undefined, {}, []])('returns no number for %j', (value) =>
  expect(numberOfScalar(value)).toBeUndefined(),
);
