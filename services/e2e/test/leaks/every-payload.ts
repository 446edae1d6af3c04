import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi, type System } from '../../src/api';

interface Sent {
  readonly text: string;
  /** Counts a request, by its kind. */
  readonly count: (name: string, isAccepted: boolean) => void;
}

/** Identifiers that the sender chooses, which may be hexadecimal. Requests with them may be logged. */
const IDS: ReadonlySet<string> = new Set([
  ...['site', 'key', 'visitor', 'session', 'id', 'time', 'webdriver'],
  ...['website_id', 'session_id', 'visit_id', 'event_id', 'distinct_id', 'website_event_id', 'created_at'],
]);

/** No field is skipped. */
const EVERY_FIELD: ReadonlySet<string> = new Set();

/** Sends a token in every field of events that is no identifier: from browsers, servers and files. */
export async function sendTokenInEvents(
  system: System,
  site: { readonly id: number; readonly domain: string; readonly snippet: string },
  { text, count }: Sent,
): Promise<void> {
  const of = { site: site.id, key: siteKeyOf(site.snippet) };
  for (const body of payloadsWith(text, of, IDS))
    count('collect tokens', (await collect(system, body, {})).includes('"accepted":1'));
  await sendFiles(
    system,
    { ...site, name: 'tokens of' },
    { files: filesWith(text, site.domain, IDS), count },
  );
  const url = 'https://every.example/';
  const event = {
    anonymous_id: 'visitor-of-tokens',
    name: 'signup',
    url,
    referrer: '',
    props: { plan: 'pro' },
  };
  for (const [field, value] of [
    ...['name', 'user_agent'].flatMap((name) => [[name, text] as const, [name, `x ${text}`] as const]),
    ...['url', 'referrer'].flatMap((name) =>
      [`u/${text}`, `?utm_source=${text}&mail=${text}`, `#${text}`].map(
        (rest) => [name, `${url}${rest}`] as const,
      ),
    ),
    ...[{ mail: text }, { [text]: '1' }, { mail: `to ${text}, now` }].map(
      (props) => ['props', props] as const,
    ),
  ]) {
    const body = { events: [{ ...event, [field]: value }] };
    const answer = await callApi(system, 'POST', `/api/v1/sites/${site.id}/events`, { body });
    count('sendEvents tokens', answer.status === 202 && answer.body.accepted === 1);
  }
}

/** Sends the text in every field and header of `POST /collect`, and in every column of imported files. */
export async function sendToCollector(
  system: System,
  site: { readonly id: number; readonly domain: string; readonly snippet: string },
  { text, count }: Sent,
): Promise<void> {
  requireEveryField();
  const of = { site: site.id, key: siteKeyOf(site.snippet) };
  for (const body of payloadsWith(text, of))
    count('collect', (await collect(system, body, {})).includes('"accepted":1'));
  for (const name of HEADERS) await collect(system, payload(of), { [name]: text });
  await sendFiles(system, { ...site, name: 'import' }, { files: filesWith(text, site.domain), count });
}

async function sendFiles(
  system: System,
  { id, name }: { readonly id: number; readonly name: string },
  { files, count }: { readonly files: Iterable<readonly [string, string]> } & Pick<Sent, 'count'>,
): Promise<void> {
  for (const [source, csv] of files) {
    const path = `/api/v1/sites/${id}/import?source=${source}`;
    const headers = { 'content-type': 'text/csv' };
    const { body } = await callApi(system, 'POST', path, { body: csv, headers });
    count(`${name} ${source}`, body.taken > 0);
  }
}

const HEADERS = [
  ...['user-agent', 'referer', 'origin', 'cookie', 'traceparent', 'x-request-id', 'accept-language'],
  ...['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'x-forwarded-for', 'if-none-match'],
];

interface SiteOfPayload {
  readonly site: number;
  readonly key: string;
}

/** A body with every field. */
function payload({ site, key }: SiteOfPayload) {
  const url = 'https://every.example/';
  const event = {
    id: crypto.randomUUID(),
    ...{ name: 'signup', url, referrer: '', time: new Date().toISOString(), props: { plan: 'pro' } },
  };
  const session = { id: crypto.randomUUID(), landing: url, referrer: '' };
  return {
    site,
    key,
    webdriver: false,
    visitor: crypto.randomUUID(),
    session,
    events: [event] as [typeof event],
  };
}

/** @throws if the definition of the body has a field that `payload` does not have. */
function requireEveryField(): void {
  const source = readFileSync(join(__dirname, '../../../../protos/src/browser-payload.ts'), 'utf8');
  const defined = [...source.matchAll(/^ {2}readonly (\w+)\??: /gm)].map(([, name]) => name);
  const sent = JSON.stringify({ ...payload({ site: 1, key: '' }), event: {} });
  const missing = defined.filter((name) => !sent.includes(`"${name}":`));
  if (defined.length < 15 || missing.length > 0)
    throw new Error(`Fields without a canary: ${missing.join(', ')}.`);
}

/** Bodies with the text in one field each, as text, as part of a text, and in addresses. */
function* payloadsWith(text: string, site: SiteOfPayload, skipped = EVERY_FIELD): Generator<object> {
  const fieldsOf = (value: object): string[] => Object.keys(value).filter((field) => !skipped.has(field));
  const inUrls = ['url', 'landing', 'referrer'];
  const valuesFor = (field: string): unknown[] => {
    if (field === 'props')
      return [{ mail: text }, { [text]: 1 }, { mail: `to ${text}, now` }, { mail: [text] }];
    if (!inUrls.includes(field)) return [text, `x ${text}`];
    const host = field === 'referrer' ? 'blog.example' : 'every.example';
    const tags = ['source', 'medium', 'campaign', 'term', 'content', 'id'].map((tag) => `utm_${tag}=${text}`);
    return [
      text,
      ...[`u/${text}`, `?${tags.join('&')}&gclid=${text}`, `?mail=${text}#${text}`].map(
        (rest) => `https://${host}/${rest}`,
      ),
    ];
  };
  const plain = payload(site);
  for (const field of fieldsOf(plain))
    for (const value of valuesFor(field)) yield { ...payload(site), [field]: value };
  for (const field of fieldsOf(plain.session))
    for (const value of valuesFor(field)) {
      const body = payload(site);
      yield { ...body, session: { ...body.session, [field]: value } };
    }
  for (const field of fieldsOf(plain.events[0]))
    for (const value of valuesFor(field)) {
      const body = payload(site);
      yield { ...body, events: [{ ...body.events[0], [field]: value }] };
      const { events: _, ...single } = body;
      yield { ...single, event: { ...body.events[0], [field]: value } };
    }
}

async function collect(system: System, body: object, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${system.collectUrl}/collect?t=${Date.now()}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'text/plain', 'user-agent': CHROME, ...headers },
  });
  return response.text();
}

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const siteKeyOf = (snippet: string): string => /data-key="([^"]+)"/.exec(snippet)?.[1] ?? '';

const UMAMI =
  'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,region,city,url_path,url_query,' +
  'utm_source,utm_medium,utm_campaign,utm_content,utm_term,referrer_path,referrer_query,referrer_domain,page_title,gclid,' +
  'event_type,event_name,tag,distinct_id,created_at';
const UMAMI_PROPERTIES =
  'website_event_id,data_key,string_value,number_value,date_value,data_type,event_name,url_path';
const PLAUSIBLE = [
  ['name', 'link_url,path'],
  ['entry_page', ''],
  ['exit_page', ''],
  ['page', 'hostname'],
  ['source', 'referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term'],
  ['country', 'region,city'],
  ['browser', 'browser_version'],
  ['operating_system', 'operating_system_version'],
  ['device', ''],
] as const;

/** Files of other products with the text in one column of each row. */
function* filesWith(
  text: string,
  domain: string,
  skipped = EVERY_FIELD,
): Generator<readonly [source: string, csv: string]> {
  const rowsOf = (columns: string[], plain: (column: string) => Record<string, string>) =>
    [
      columns,
      ...columns
        .filter((column) => !skipped.has(column))
        .map((column) => {
          // An id with other values is refused.
          const row: Record<string, string> = { ...plain(`${column}-${text.length}`), [column]: text };
          return columns.map((name) => row[name] ?? '');
        }),
    ]
      .map((cells) => `${cells.join(',')}\n`)
      .join('');
  const at = new Date(Date.now() - 86_400_000).toISOString();
  yield [
    'umami',
    rowsOf(UMAMI.split(','), (id) => ({
      ...{
        session_id: id,
        visit_id: id,
        event_id: id,
        hostname: domain,
        url_path: '/',
        event_type: '2',
        event_name: 'signup',
        created_at: at,
      },
    })),
  ];
  yield [
    'umami',
    rowsOf(UMAMI_PROPERTIES.split(','), (id) => ({
      website_event_id: id,
      data_key: 'mail',
      string_value: 'x',
      data_type: '1',
    })),
  ];
  for (const [key, details] of PLAUSIBLE)
    yield [
      'plausible',
      rowsOf(['date', 'visitors', key, ...details.split(',').filter(Boolean)], () => ({
        date: at.slice(0, 10),
        visitors: '1',
      })),
    ];
}
