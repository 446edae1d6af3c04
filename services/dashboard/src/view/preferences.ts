import { useEffect, useState } from 'preact/hooks';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The languages of the dashboard. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The values of the preferences; the first one is the default. */
const VALUES = {
  theme: THEMES,
  /** `system`: that of the browser. */
  language: ['system', ...LANGUAGES],
  /** Whether keys without Ctrl or Cmd are shortcuts. Speech input can press them by accident. */
  shortcuts: ['on', 'off'],
} as const;
type Name = keyof typeof VALUES;
type Value<Key extends Name> = (typeof VALUES)[Key][number];

const keyOf = (name: Name): string => `headwater-${name}`;
const changes = new EventTarget();

/**
 * The values of this tab, if the browser blocks storage or has no space. Unlike variables, the name of a tab stays when it is
 * reloaded, and no setting blocks it. Unit tests have no tab.
 */
const ofTab = (): URLSearchParams => new URLSearchParams(typeof window === 'undefined' ? '' : window.name);

/** A preference of this browser. It is not part of the workspace. */
export function readPreference<Key extends Name>(name: Key): Value<Key> {
  const values: readonly Value<Key>[] = VALUES[name];
  const stored = storedText(keyOf(name));
  return values.find((value) => value === stored) ?? VALUES[name][0];
}

/** Stores a preference in this browser. If the browser blocks storage or has no space, it applies until the tab is closed. */
export const setPreference = <Key extends Name>(name: Key, value: Value<Key>): void =>
  store(keyOf(name), value);

const keyOfColumns = (table: string): string => `headwater-hidden-${table}`;

/** The labels of the columns that the user hides in a table. */
export function useHiddenColumns(table: string): readonly string[] {
  return (useChanging(() => storedText(keyOfColumns(table))) ?? '').split('\n');
}

export const hideColumns = (table: string, labels: readonly string[]): void =>
  store(keyOfColumns(table), labels.join('\n'));

const storedText = (key: string): string | null => ofTab().get(key) ?? storedValue(key);

function store(key: string, value: string): void {
  const values = ofTab();
  const wasOfTab = values.has(key);
  values.delete(key);
  try {
    localStorage.setItem(key, value);
  } catch {
    values.set(key, value);
  }
  // Otherwise keeps the name, by which links of other pages may find this tab or frame.
  if (wasOfTab || values.has(key)) window.name = values.toString();
  changes.dispatchEvent(new Event('change'));
}

/** Null without a value, and if the browser blocks storage, such as in a frame on another site. */
function storedValue(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A preference, also after a change in another tab. */
export function usePreference<Key extends Name>(name: Key): Value<Key> {
  return useChanging(() => readPreference(name));
}

/** Shows the page in the chosen theme, now and after each change of the choice or the system setting. */
export function applyTheme(): void {
  const apply = () => {
    document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
  };
  apply();
  onChange(apply);
}

function isDark(): boolean {
  const theme = readPreference('theme');
  return theme === 'system' ? darkSystem().matches : theme === 'dark';
}

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark. */
export const useDark = (): boolean => useChanging(isDark);

const phone = () => matchMedia('(max-width: 560px)');

/** Whether the window is as narrow as a phone, like in the styles. */
export const usePhone = (): boolean => useChanging(() => phone().matches);

/** A value that is read again after each change of a preference, of the system setting or of the kind of screen. */
function useChanging<Value>(read: () => Value): Value {
  const [value, setValue] = useState(read);
  useEffect(() => onChange(() => setValue(read)), []);
  return value;
}

/** @returns a function that ends the subscription */
function onChange(callBack: () => void): () => void {
  const targets: readonly (readonly [target: EventTarget, type: string])[] = [
    [changes, 'change'],
    [darkSystem(), 'change'],
    [phone(), 'change'],
    // Another tab changed a preference.
    [window, 'storage'],
  ];
  for (const [target, type] of targets) target.addEventListener(type, callBack);
  return () => {
    for (const [target, type] of targets) target.removeEventListener(type, callBack);
  };
}
