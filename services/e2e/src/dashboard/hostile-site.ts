import { callApi } from '../api';
import type { System } from '../system';
import { PAYLOADS } from './payloads';

const GOALS = 10;

/** A site that every payload is stored at, in each text that a stranger or a customer chooses. @returns its id */
export async function createHostileSite(system: System): Promise<number> {
  const post = async (path: string, body: unknown): Promise<{ id: number }> => {
    const { status, body: answer } = await callApi(system, 'POST', path, { body });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const tags = PAYLOADS.map((payload) => payload.slice(0, 64).trim());
  const { id } = await post('/api/v1/sites', {
    domain: 'hostile.example',
    name: PAYLOADS[0],
    tags: [...new Set(tags.map((tag) => tag.toLowerCase()))].slice(0, 40),
  });
  const events = PAYLOADS.flatMap((payload, index) => [
    {
      anonymous_id: `stranger-${index}`,
      name: 'pageview',
      url: `https://hostile.example/${encodeURIComponent(payload)}?utm_source=${encodeURIComponent(payload)}&utm_medium=email&utm_campaign=${encodeURIComponent(payload)}`,
      referrer: `https://referrer.example/${encodeURIComponent(payload)}`,
    },
    {
      anonymous_id: `stranger-${index}`,
      name: payload.slice(0, 120),
      url: `https://hostile.example/${payload}`,
      props: { text: payload, [`key${index % 20}`]: payload },
    },
  ]);
  await post(`/api/v1/sites/${id}/events`, { events });
  for (const payload of PAYLOADS.slice(0, GOALS)) {
    const event = payload.slice(0, 120);
    await post(`/api/v1/sites/${id}/goals`, { name: event, type: 'event', event });
    const step = { name: event, type: 'event', event };
    await post(`/api/v1/sites/${id}/funnels`, { name: event, steps: [step, step] });
  }
  return id;
}
