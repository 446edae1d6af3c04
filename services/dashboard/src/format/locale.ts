/** The user's languages that the browser supports. Some systems report invalid ones, such as `en-US@posix`. */
function usable(languages: readonly string[]): string[] {
  return languages.filter((language) => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(language).length > 0;
    } catch {
      return false;
    }
  });
}

/** Locales for numbers, dates and names. */
export const LOCALES: readonly string[] = [...usable(navigator.languages), 'en'];

// uPlot creates a number format of `navigator.language` when it loads, which throws for an invalid language (`en-US@posix` on
// headless Linux). main.tsx therefore imports this module first.
if (!LOCALES.includes(navigator.language))
  Object.defineProperty(navigator, 'language', { value: LOCALES[0] ?? 'en', configurable: true });
