/* global addEventListener, document, history, location, setTimeout */
// During an update, a page of one version may request its script or style from a replica of another version, which does not
// have it. The page then stays empty or unstyled, and this script reloads it, up to four times.
(() => {
  const MAX_RELOADS = 4;
  const PAUSE_MS = 1000;
  // The catalogue of texts may be the missing script.
  const FAILED = {
    en: 'Headwater could not be loaded. Try again in a minute.',
    de: 'Headwater konnte nicht geladen werden. Versuchen Sie es in einer Minute erneut.',
  };
  const check = () => {
    const app = document.getElementById('app');
    const isStyled = [...document.querySelectorAll('link[rel=stylesheet]')].every(
      (link) => link.sheet?.cssRules.length,
    );
    const { reloads = 0, ...state } = history.state ?? {};
    if (app.firstChild && isStyled) {
      if (reloads > 0) history.replaceState(state, '');
    } else if (reloads < MAX_RELOADS) {
      history.replaceState({ ...state, reloads: reloads + 1 }, '');
      setTimeout(() => location.reload(), reloads * PAUSE_MS);
    } else if (!app.firstChild) app.textContent = FAILED[document.documentElement.lang] ?? FAILED.en;
  };
  // The app starts after it has loaded the texts of the language.
  const checkStarted = () => {
    const app = document.getElementById('app');
    if ('starting' in app.dataset) app.addEventListener('started', check, { once: true });
    else check();
  };
  if (document.readyState === 'complete') checkStarted();
  else addEventListener('load', checkStarted);
})();
