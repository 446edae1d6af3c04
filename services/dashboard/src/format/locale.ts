/** The reader's languages that this browser can format in; some systems name one that is none (`en-US@posix`). */
function usable(languages: readonly string[]): string[] {
  return languages.filter((language) => {
    try {
      return Intl.NumberFormat.supportedLocalesOf(language).length > 0;
    } catch {
      return false;
    }
  });
}

/** What numbers, dates and names are formatted in. */
export const LOCALES: readonly string[] = [...usable(navigator.languages), 'en'];
