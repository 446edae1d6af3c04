import type { HEALTH } from './de/health';
import type { INTEGRATIONS } from './de/integrations';
import type { MONEY } from './de/money';
import type { SHARED } from './de/shared';
import type { SHELL } from './de/shell';
import type { SITES } from './de/sites';
import type { STATISTICS } from './de/statistics';
import type { WORKSPACE } from './de/workspace';

type Translations = typeof SHELL &
  typeof SHARED &
  typeof STATISTICS &
  typeof MONEY &
  typeof HEALTH &
  typeof SITES &
  typeof INTEGRATIONS &
  typeof WORKSPACE;

/** A text of the dashboard, as English shows it. The catalogue contains each text with its translation. */
export type Text = keyof Translations;

/** The forms of a text with a `count`, by the plural rules of the language. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
export type Catalogue = Readonly<Partial<Record<Text, string | Forms>>>;

/** The names of the values in a text: `{net} from {count} customers.` has `net` and `count`. */
type NamesIn<Of extends string> = Of extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ValuesOf<Of extends Text, Value> = [NamesIn<Of>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Of>, Value>>];

/** English texts are their own translation. Only forms for one thing differ. */
const ENGLISH: Catalogue = {
  '{count} visitors in the last 30 minutes': {
    one: '{count} visitor in the last 30 minutes',
    other: '{count} visitors in the last 30 minutes',
  },
  '{count} rows': { one: '{count} row', other: '{count} rows' },
  '{found} of {count} rows': { one: '{found} of {count} row', other: '{found} of {count} rows' },
  '{count} later visits in total.': {
    one: '{count} later visit in total.',
    other: '{count} later visits in total.',
  },
  '{net} in {count} payments': { one: '{net} in {count} payment', other: '{net} in {count} payments' },
  '{count} more events with other values.': {
    one: '{count} more event with other values.',
    other: '{count} more events with other values.',
  },
  '{country}: {count} visitors': { one: '{country}: {count} visitor', other: '{country}: {count} visitors' },
  '{count} results': { one: '{count} result', other: '{count} results' },
  '{count} days left': { one: '{count} day left', other: '{count} days left' },
  'Within {count} days': { one: 'Within {count} day', other: 'Within {count} days' },
  'Within {count} hours': { one: 'Within {count} hour', other: 'Within {count} hours' },
  '{net} ({count} payments)': { one: '{net} ({count} payment)', other: '{net} ({count} payments)' },
  '{count} things to do:': { one: '{count} thing to do:', other: '{count} things to do:' },
  '{net} from {count} paying customers.': {
    one: '{net} from {count} paying customer.',
    other: '{net} from {count} paying customers.',
  },
  'Sorted among the {count} newest accounts. Older ones may have more revenue.': {
    one: 'Shows the {count} newest account. Older ones may have more revenue.',
    other: 'Sorted among the {count} newest accounts. Older ones may have more revenue.',
  },
  '{count} accounts with their first identify call or payment in this time range.': {
    one: '{count} account with its first identify call or payment in this time range.',
    other: '{count} accounts with their first identify call or payment in this time range.',
  },
  '{count} companies in total. This list shows those with the highest MRR.': {
    one: '{count} company in total. This list shows those with the highest MRR.',
    other: '{count} companies in total. This list shows those with the highest MRR.',
  },
  '{count} events are queued. Each keeps its webhook-id.': {
    one: '{count} event is queued. The event keeps its webhook-id.',
    other: '{count} events are queued. Each keeps its webhook-id.',
  },
  '{net} of {count} payments may still get a channel: the payments arrived before their accounts were identified.':
    {
      one: '{net} of {count} payment may still get a channel: the payment arrived before its account was identified.',
      other:
        '{net} of {count} payments may still get a channel: the payments arrived before their accounts were identified.',
    },
  'Sorted among the {count} loaded accounts, which changed least recently. Others may have more revenue.': {
    one: 'Shows the {count} loaded account, which changed least recently. Others may have more revenue.',
    other:
      'Sorted among the {count} loaded accounts, which changed least recently. Others may have more revenue.',
  },
  'Imported history: {visitors} daily visitors, {sessions} sessions and {pageviews} pageviews on {count} days. The metrics above do not include them.':
    {
      one: 'Imported history: {visitors} daily visitors, {sessions} sessions and {pageviews} pageviews on {count} day. The metrics above do not include them.',
      other:
        'Imported history: {visitors} daily visitors, {sessions} sessions and {pageviews} pageviews on {count} days. The metrics above do not include them.',
    },
};

let catalogue = ENGLISH;
let plurals = new Intl.PluralRules('en');
let numbers = wholeNumbers(['en']);
/** Whether nouns keep their capital letter within a sentence. */
let hasCapitalNouns = false;

function wholeNumbers(locales: readonly string[]): Intl.NumberFormat {
  return new Intl.NumberFormat(locales, { maximumFractionDigits: 0 });
}

/** Sets the rules for numbers and plural forms. */
export function setLocales(locales: readonly string[], nounsAreCapital: boolean): void {
  plurals = new Intl.PluralRules(locales);
  numbers = wholeNumbers(locales);
  hasCapitalNouns = nounsAreCapital;
}

/** Adds translations. */
export function addTexts(texts: Catalogue): void {
  catalogue = { ...catalogue, ...texts };
}

const VALUE = /\{(\w+)\}/;

/** The text in the user's language. The part after `|` distinguishes equal texts: `Open|step`. */
function translated(text: Text, count: unknown): string {
  const own = catalogue[text] ?? text.replace(/\|.*$/, '');
  if (typeof own === 'string') return own;
  return own[plurals.select(Number(count))] ?? own.other;
}

/**
 * A text of the catalogue in the user's language: `t('{count} rows', { count: 3 })`. Numbers are formatted as whole numbers;
 * `count` selects the plural form.
 */
export function t<Of extends Text>(text: Of, ...[values]: ValuesOf<Of, string | number>): string {
  const byName: Readonly<Record<string, string | number>> = values ?? {};
  return translated(text, byName['count'])
    .split(VALUE)
    .map((part, index) => {
      const value = index % 2 === 0 ? part : (byName[part] ?? '');
      return typeof value === 'number' ? numbers.format(value) : value;
    })
    .join('');
}

/** The children of an element. The type of Preact would add the types of browsers to programs that import this file. */
type Shown = object | string | number | null | undefined;

/** A text that contains elements: `rich('The {trash} has 30 days.', { trash: <a href="/trash">…</a> })`. */
export function rich<Of extends Text>(text: Of, ...[values]: ValuesOf<Of, Shown>): readonly Shown[] {
  const byName: Readonly<Record<string, Shown>> = values ?? {};
  return translated(text, undefined)
    .split(VALUE)
    .map((part, index) => (index % 2 === 0 ? part : byName[part]));
}

/** A label within a sentence: `Landing page` → `landing page`, in German unchanged. */
export const inSentence = (label: string): string => (hasCapitalNouns ? label : label.toLowerCase());
