import { callApi, type System } from '../../src/api';

/** Contains the mark of the canaries. */
export const CLICK_ID = 'qzx.leak.canary-click-id';
const URL = `https://clicks.example/?gclid=${CLICK_ID}&fbclid=${CLICK_ID}`;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** Sends click ids from a browser and from a server, to a site with `clickIds` and to a site without, and a payment of each visitor. */
export async function sendClickIds(system: System): Promise<void> {
  for (const clickIds of [true, false]) {
    const domain = clickIds ? 'clicks.example' : 'noclicks.example';
    const { body: site } = await callApi(system, 'POST', '/api/v1/sites', { body: { domain } });
    await callApi(system, 'PATCH', `/api/v1/sites/${site.id}`, { body: { clickIds } });
    const url = URL.replace('clicks.example', domain);
    const key = /data-key="([^"]+)"/.exec(site.snippet)?.[1] ?? '';
    const visitor = crypto.randomUUID();
    const event = {
      ...{ id: crypto.randomUUID(), name: 'pageview', url, referrer: '' },
      time: new Date().toISOString(),
    };
    const session = { id: crypto.randomUUID(), landing: url, referrer: '' };
    await fetch(`${system.collectUrl}/collect`, {
      method: 'POST',
      body: JSON.stringify({ site: site.id, key, visitor, session, events: [event] }),
      headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
    });
    const server = `server-${String(clickIds)}`;
    const events = [{ anonymous_id: server, name: 'pageview', url }];
    await callApi(system, 'POST', `/api/v1/sites/${site.id}/events`, { body: { events } });
    for (const anonymous_id of [visitor, server]) {
      const email = `${anonymous_id}@clicks.example`;
      await callApi(system, 'POST', '/api/v1/identify', { body: { anonymous_id, email } });
      const payment = { payment_id: `clicked-${anonymous_id}`, email, amount: '49.00', currency: 'EUR' };
      await callApi(system, 'POST', '/api/v1/payments', { body: payment });
    }
  }
}

/** The conversions of the site that stores click ids: two platforms of two visitors. */
export async function readConversions(system: System): Promise<readonly { clickId: string }[]> {
  const conversions: { clickId: string }[] = [];
  let cursor = '';
  do {
    const path = `/api/v1/conversions?range=2d&limit=200${cursor}`;
    const { status, body } = await callApi(system, 'GET', path);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    conversions.push(...body.conversions);
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  return conversions;
}
