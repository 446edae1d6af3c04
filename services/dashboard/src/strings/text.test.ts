import { addTexts, inSentence, rich, setLocales, t } from './text';

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
