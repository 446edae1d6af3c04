import { INTEGRATIONS } from './de/integrations';
import { HEALTH } from './de/health';
import { MONEY } from './de/money';
import { SHARED } from './de/shared';
import { SHELL } from './de/shell';
import { SITES } from './de/sites';
import { STATISTICS } from './de/statistics';
import { WORKSPACE } from './de/workspace';
import { addTexts, inSentence, rich, setLocales, t } from './text';

/** Texts that are equal for one and for many. */
const WITHOUT_NOUN = [
  '{count} online',
  '{count} online now',
  '{count} online now, last event {ago}',
  '{count} dropped off',
];
const COUNTING = Object.entries({
  ...SHELL,
  ...SHARED,
  ...STATISTICS,
  ...MONEY,
  ...HEALTH,
  ...SITES,
  ...INTEGRATIONS,
  ...WORKSPACE,
}).filter(([text]) => text.includes('{count}') && !WITHOUT_NOUN.includes(text));
/** `t` for any text and values. */
const withValues = t as (text: string, values: object) => string;

it('shows English texts with their values and plural forms', () => {
  expect(t('Customers')).toBe('Customers');
  expect(t('Week of {date}', { date: '5 Oct' })).toBe('Week of 5 Oct');
  expect(t('{count} rows', { count: 1_234 })).toBe('1,234 rows');
  expect([0, 1, 2].map((count) => t('{count} days left', { count }))).toEqual([
    '0 days left',
    '1 day left',
    '2 days left',
  ]);
});

it.each(COUNTING)('%s: has a singular in English and German', (text, german) => {
  const one = withValues(text, new Proxy({}, { get: () => 1 }));
  expect(one).not.toBe(text.replaceAll(/\{\w+\}/g, '1'));
  expect(german).toEqual({ one: expect.any(String), other: expect.any(String) });
});

it.each([
  [
    '{count} accounts with their first identify call or payment in this time range.',
    '1 account with its first identify call or payment in this time range.',
  ],
  [
    '{count} companies in total. This list shows those with the highest MRR.',
    '1 company in total. This list shows those with the highest MRR.',
  ],
  [
    '{count} events are queued. Each keeps its webhook-id.',
    '1 event is queued. The event keeps its webhook-id.',
  ],
  [
    '{net} of {count} payments may still get a channel: the payments arrived before their accounts were identified.',
    '€9 of 1 payment may still get a channel: the payment arrived before its account was identified.',
  ],
  [
    'Sorted among the {count} loaded accounts, which changed least recently. Others may have more revenue.',
    'Shows the 1 loaded account, which changed least recently. Others may have more revenue.',
  ],
])('%s: agrees with one', (text, one) => {
  expect(withValues(text, { count: 1, net: '€9' })).toBe(one);
});

it('removes the part of a text that distinguishes equal texts', () => {
  expect(t('Open|step')).toBe('Open');
});

it('never reads placeholders in values', () => {
  expect(t('Account {id}', { id: '{count}' })).toBe('Account {count}');
});

it('puts elements into texts', () => {
  expect(rich('You can also restore a deleted site from the {trash}.', { trash: 7 })).toEqual([
    'You can also restore a deleted site from the ',
    7,
    '.',
  ]);
});

it('writes labels within sentences', () => {
  expect(inSentence('Landing page')).toBe('landing page');
});

describe('in German', () => {
  beforeAll(() => {
    setLocales(['de'], true);
    addTexts({
      Customers: 'Kunden',
      '{count} rows': { one: '{count} Zeile', other: '{count} Zeilen' },
    });
  });

  it('shows translations, and English texts without one', () => {
    expect(t('Customers')).toBe('Kunden');
    expect(t('Costs')).toBe('Costs');
  });

  it('formats numbers and selects plural forms', () => {
    expect([1, 1_234].map((count) => t('{count} rows', { count }))).toEqual(['1 Zeile', '1.234 Zeilen']);
  });

  it('keeps capital letters within sentences', () => {
    expect(inSentence('Kanal')).toBe('Kanal');
  });
});
