import { LOCALES } from './locale';

// uPlot formats with `navigator.language` when it is loaded, which throws where a system names a language that is none
// (`en-US@posix`, of headless Linux): this module stands before it.
if (!LOCALES.includes(navigator.language))
  Object.defineProperty(navigator, 'language', { value: LOCALES[0] ?? 'en', configurable: true });
