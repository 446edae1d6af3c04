import { LANGUAGES, readPreference, type Language } from '../view/preferences';

const isIn = (language: string, locale: string): boolean =>
  locale === language || locale.startsWith(`${language}-`);

/** The first language of the browser that the dashboard has, otherwise English. */
function languageOfBrowser(): Language {
  const languages = navigator.languages.flatMap((locale) =>
    LANGUAGES.filter((language) => isIn(language, locale)),
  );
  return languages[0] ?? 'en';
}

const chosen = readPreference('language');

/** The language of the dashboard. A change takes effect when the page loads again. */
export let LANGUAGE: Language = chosen === 'system' ? languageOfBrowser() : chosen;

/** The user's locales that the browser supports. Some systems report invalid ones, such as `en-US@posix`. */
function usable(locales: readonly string[]): string[] {
  return locales.filter((locale) => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
    } catch {
      return false;
    }
  });
}

/** Locales for numbers, dates and names: the user's variants of the language, such as `de-AT`, then the language. */
export let LOCALES: readonly string[] = localesOf(LANGUAGE);

function localesOf(language: Language): string[] {
  return [...usable(navigator.languages).filter((locale) => isIn(language, locale)), language];
}

/** Selects English, for a language whose texts can't be loaded. Call it before the modules load that read the language. */
export function selectEnglish(): void {
  LANGUAGE = 'en';
  LOCALES = localesOf(LANGUAGE);
}

// uPlot creates a number format of `navigator.language` when it loads, which throws for an invalid language (`en-US@posix` on
// headless Linux). main.tsx therefore loads this module before the app.
if (!LOCALES.includes(navigator.language))
  Object.defineProperty(navigator, 'language', { value: LOCALES[0] ?? 'en', configurable: true });
