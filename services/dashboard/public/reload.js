/* global addEventListener, document, history, location, setTimeout */
// During an update, a page of one version may request its script or style from a replica of another version, which does not
// have it. The page then stays empty or unstyled, and this script reloads it, up to four times.
(() => {
  const MAX_RELOADS = 4;
  const PAUSE_MS = 1000;
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
    } else if (!app.firstChild) app.textContent = 'Headwater could not be loaded. Try again in a minute.';
  };
  if (document.readyState === 'complete') check();
  else addEventListener('load', check);
})();
