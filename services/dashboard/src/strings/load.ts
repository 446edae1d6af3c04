import { LANGUAGE, LOCALES, selectEnglish } from '../format/locale';
import type { Lazy } from '../lazy';
import type { Language } from '../view/preferences';
import { addTexts, setLocales, type Catalogue } from './text';

/** The parts of the catalogue. Menus, controls and components have the texts of `frame`; each page has one other part. */
export type Part = 'frame' | 'statistics' | 'money' | 'health' | 'sites' | 'integrations' | 'workspace';

/** Loads the translations of a part. English texts are in the code. */
const TRANSLATIONS: Readonly<
  Record<Exclude<Language, 'en'>, Readonly<Record<Part, () => Promise<Catalogue>>>>
> = {
  de: {
    frame: async () => {
      const [{ SHELL }, { SHARED }] = await Promise.all([import('./de/shell'), import('./de/shared')]);
      return { ...SHELL, ...SHARED };
    },
    statistics: async () => (await import('./de/statistics')).STATISTICS,
    money: async () => (await import('./de/money')).MONEY,
    health: async () => (await import('./de/health')).HEALTH,
    sites: async () => (await import('./de/sites')).SITES,
    integrations: async () => (await import('./de/integrations')).INTEGRATIONS,
    workspace: async () => (await import('./de/workspace')).WORKSPACE,
  },
};

/** Loads the texts of the frame, and sets the language of the document and of numbers: English if the texts can't be loaded. */
export async function loadLanguage(): Promise<void> {
  // reload.js reads it while the texts load.
  document.documentElement.lang = LANGUAGE;
  if (!(await loadTexts('frame'))) selectEnglish();
  document.documentElement.lang = LANGUAGE;
  setLocales(LOCALES, LANGUAGE === 'de');
}

/**
 * Loads the texts of a part. Call it before the modules load that contain them: most read their texts when they load.
 *
 * @returns false if they can't be loaded. The part is then in English
 */
async function loadTexts(part: Part): Promise<boolean> {
  if (LANGUAGE === 'en') return true;
  return TRANSLATIONS[LANGUAGE][part]().then(
    (texts) => {
      addTexts(texts);
      return true;
    },
    (error: unknown) => {
      console.warn('The translations could not be loaded. These texts are in English.', error);
      return false;
    },
  );
}

/** Loads a page or a dialog after its texts. */
export const withTexts =
  <Props = object>(texts: Part, load: Lazy<Props>): Lazy<Props> =>
  async () => {
    await loadTexts(texts);
    return load();
  };
