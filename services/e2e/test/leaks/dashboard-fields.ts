import { callApi, type System } from '../../src/api';
import { API_HEADERS } from './every-field';

/** Headers of the dashboard's own pages. */
const PAGE = { 'x-headwater-dashboard': '1', 'sec-fetch-site': 'same-origin' };

/** Sends the text in each field and header of the endpoints that only the dashboard's pages call. @returns the answers. */
export async function sendToDashboard(
  system: System,
  text: string,
  count: (name: string, isAccepted: boolean) => void,
): Promise<string> {
  const answers: unknown[] = [];
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await callApi(system, method, `/dashboard/${path}`, {
      token: null,
      headers: { ...PAGE, ...headers },
      ...(body && { body }),
    });
    count(`${method} /dashboard/${path}`, answer.status < 300);
    answers.push([answer.status, answer.body]);
    return answer;
  };
  const signIn = async (headers?: Record<string, string>): Promise<Record<string, string>> => {
    const link = await callApi(system, 'POST', '/api/v1/dashboard-links', { body: {} });
    const code = new URL(String(link.body.url)).hash.slice(1);
    const answer = await send('POST', 'session', { code, attempt: text }, headers);
    return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const slug = await createLockedPage(system);
  await send('POST', 'session', { code: text, attempt: text });
  await send('POST', 'share', { slug: text, password: text });
  await send('GET', 'session', undefined, { cookie: `hw_session=${text}` });
  for (const name of API_HEADERS.filter((header) => header !== 'cookie')) {
    await send('POST', 'share', { slug, password: text }, { [name]: text });
    for (const [method, path] of [
      ['GET', 'session'],
      ['DELETE', 'session'],
      ['DELETE', 'sessions'],
    ] as const)
      await send(method, path, undefined, { ...(await signIn({ [name]: text })), [name]: text });
  }
  return JSON.stringify(answers);
}

/** A shared page with a password. @returns its slug. */
async function createLockedPage(system: System): Promise<string> {
  const { body: site } = await callApi(system, 'POST', '/api/v1/sites', {
    body: { domain: 'locked.example' },
  });
  const link = await callApi(system, 'POST', `/api/v1/sites/${String(site.id)}/share-links`, {
    body: { name: 'locked', password: 'a password of its own' },
  });
  return String(link.body.url).split('/').at(-1) ?? '';
}
