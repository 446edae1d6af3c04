/**
 * The submit handler of a signup form, as README shows it. The page shows the outcome, because nothing else sees that the handler ran
 * to its end.
 *
 * @param {Event} event
 */
export function submitSignup(event) {
  event.preventDefault();
  window.headwater.track('signup', { plan: 'pro' });
  document.querySelector('#outcome').textContent = `signed up as ${window.headwater.ref || 'nobody'}`;
}

/** Records the time of the first render, in milliseconds since the navigation. */
export function rendered() {
  window.renderedAt = performance.now();
}
