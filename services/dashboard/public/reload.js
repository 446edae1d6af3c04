/* global addEventListener, document, history, location, setTimeout */
// While Headwater is updated, a page of one version may ask a replica of another for its script, which that one does not
// have. Then nothing stands on the page when all has been tried: it is loaded anew, a few times at most.
(() => {
  const MOST = 4;
  const PAUSE_MS = 1000;
  const look = () => {
    const app = document.getElementById('app');
    const isStyled = [...document.querySelectorAll('link[rel=stylesheet]')].every(
      (link) => link.sheet?.cssRules.length,
    );
    const { reloads = 0, ...state } = history.state ?? {};
    if (app.firstChild && isStyled) {
      if (reloads > 0) history.replaceState(state, '');
    } else if (reloads < MOST) {
      history.replaceState({ ...state, reloads: reloads + 1 }, '');
      setTimeout(() => location.reload(), reloads * PAUSE_MS);
    } else if (!app.firstChild) app.textContent = 'Headwater could not be loaded. Try again in a minute.';
  };
  if (document.readyState === 'complete') look();
  else addEventListener('load', look);
})();
