import { LANGUAGE, LOCALES } from '../format/locale';
import type { Language } from '../view/preferences';
import { addTexts, setLocales, type Catalogue } from './text';

/** The parts of the catalogue. Menus, controls and components have the texts of `frame`; each page has one other part. */
export type Part = 'frame' | 'statistics' | 'money' | 'sites' | 'workspace';

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
    sites: async () => (await import('./de/sites')).SITES,
    workspace: async () => (await import('./de/workspace')).WORKSPACE,
  },
};

/** Sets the language of the document and of numbers, and loads the texts of the frame. */
export async function loadLanguage(): Promise<void> {
  document.documentElement.lang = LANGUAGE;
  setLocales(LOCALES, LANGUAGE === 'de');
  await loadTexts('frame');
}

/** Loads the texts of a part. Call it before the modules load that contain them: most read their texts when they load. */
export async function loadTexts(part: Part): Promise<void> {
  if (LANGUAGE !== 'en') addTexts(await TRANSLATIONS[LANGUAGE][part]());
}
