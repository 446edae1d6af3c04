// Compares our tables of devices, browsers and systems with the maintained libraries, by accuracy and time:
//
//   node services/collector/scripts/compare-libraries.mjs [folder]
//
// The libraries are installed into a temporary folder: the project does not depend on them. The sets are those of
// test/classification. A folder with `fixtures` of Matomo's device-detector adds the devices of every 20th agent.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { loadRules } from './load-rules.mjs';

const OWN = fileURLToPath(new URL('../test/classification/', import.meta.url));
const VERSIONS = {
  'ua-parser-js': '1.0.41',
  'device-detector-js': '3.0.3',
  bowser: '2.15.1',
  'detect-browser': '5.3.0',
};
const ROUNDS = 5;
/** device-detector-js takes tens of milliseconds per agent: of long sets, only a part is measured. */
const SHARE = { fixtures: 20, timed: 5 };
/** Our class for each class of the libraries and of the fixtures. Other classes are `other`. */
const DEVICES = {
  desktop: 'desktop',
  mobile: 'mobile',
  smartphone: 'mobile',
  phablet: 'mobile',
  'feature phone': 'mobile',
  'portable media player': 'mobile',
  tablet: 'tablet',
  tv: 'tv',
  smarttv: 'tv',
  television: 'tv',
};
/** Other spellings of a name, and distributions of a system, as a library without faults may call it. Letters and digits only. */
const NAME_OF = new Map(
  Object.entries({
    microsoftedge: 'edge edgechromium edgeios',
    x: 'twitter',
    chrome: 'crios chromeios chromiumwebview',
    firefox: 'fxios firefoxios fennec',
    safari: 'ios iossafari safariios',
    internetexplorer: 'ie iemobile',
    iceweasel: 'icecat icedragon',
    falkon: 'qupzilla',
    sogou: 'sogouexplorer',
    mi: 'miui',
    baidu: 'baiduboxapp baiduspark',
    comododragon: 'dragon',
    googlesearch: 'gsa googlesearchapp',
    duckduckgo: 'duckduckgoprivacy',
    weibo: 'sinaweibo',
    silk: 'amazonsilk',
    samsung: 'samsunginternet',
    openwave: 'up',
    opera: 'operatablet operamobi',
    operamini: 'operaminiios',
    operacoast: 'coast',
    instagram: 'instagramapp',
    messenger: 'facebookmessenger',
    naverwhale: 'whale',
    liebao: 'lbbrowser cheetah',
    amazonkindle: 'kindle',
    epiphany: 'gnomeweb',
    firefoxfocus: 'focus klar',
    kakaotalk: 'kakaostory',
    blazer: 'palmblazer',
    ovi: 'nokiaovi',
    mosaic: 'ncsamosaic',
    maemo: 'microb',
    uc: 'u',
    wolvic: 'firefoxreality',
    electron: 'atom',
    seamonkey: 'iceape',
    taobao: 'aliapp',
    macos: 'mac macosx',
    symbian: 'symbianos symbianosseries60 symbianosseries40 symbian3 series40 series60',
    windowsphone: 'windowsphoneos windowsmobile',
    meego: 'maemo',
    freebsd: 'dragonfly ghostbsd',
    haiku: 'beos haikuos',
    chromeos: 'chromiumos fuchsia',
    harmonyos: 'openharmony',
    sailfishos: 'sailfish',
    palm: 'palmos',
    blackberryos: 'rimtabletos blackberrytabletos blackberry',
    solaris: 'sunos',
    android: 'androidx86',
    windows:
      'windowsxp windowsvista windows2000 windows7 windows8 windows81 windows10 windows11 windows95 windows98 windowsme windowsnt windowsrt windowsiot windowsserver2003',
    linux:
      'gnulinux debian redhat mint gentoo fedora ubuntu slackware sabayon suse raspbian pclinuxos mandriva kubuntu deepin centos archlinux arch elementaryos zenwalk manjaro linspire linpus joli vectorlinux mageia zorin',
    playstation: 'playstation2 playstation3 playstation4 playstation5 playstationportable playstationvita',
    nintendo: 'nintendoswitch nintendowii nintendo3ds wii wiiu',
  }).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
);

const scratch = mkdtempSync(join(tmpdir(), 'libraries-'));
try {
  const parsers = await loadParsers();
  printTable(parsers, await loadSets());
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Functions from a user agent to device, browser and system; a library that does not know devices returns none. */
async function loadParsers() {
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--no-save', '--silent', '--prefix', scratch, ...packages]);
  const load = createRequire(join(scratch, 'node_modules/'));
  const UAParser = load('ua-parser-js');
  const DeviceDetector = load('device-detector-js');
  const detector = new DeviceDetector({ skipBotDetection: true });
  const bowser = load('bowser');
  const { detect } = load('detect-browser');
  const { agentOf } = await loadRules();
  return {
    'own table': (userAgent) => agentOf({ userAgent, brands: '', mobile: '', platform: '' }),
    'ua-parser-js': (userAgent) => {
      const { device, browser, os } = new UAParser(userAgent).getResult();
      // The documentation: no type means a desktop.
      return { device: device.type ?? 'desktop', browser: browser.name, os: os.name };
    },
    'device-detector-js': (userAgent) => {
      const { device, client, os } = detector.parse(userAgent);
      return { device: device?.type, browser: client?.name, os: os?.name };
    },
    bowser: (userAgent) => {
      const { platform, browser, os } = bowser.parse(userAgent);
      return { device: platform.type, browser: browser.name, os: os.name };
    },
    'detect-browser': (userAgent) => {
      const found = detect(userAgent);
      return { browser: found?.name ?? undefined, os: found?.os ?? undefined };
    },
  };
}

/** Sets of rows with a column (`device`, `browser` or `os`), its right value and a user agent. */
async function loadSets() {
  const { BROWSER_NAMES, SYSTEM_NAMES } = await loadRules();
  const lines = (name) => readFileSync(join(OWN, name), 'utf8').trim().split('\n');
  const browsers = lines('browsers.tsv').map((line) => {
    const [is, agent] = line.split('\t');
    return { column: 'device', is, agent };
  });
  const agents = (name) =>
    lines(name).map((line) => {
      const [column, , is, agent] = line.split('\t');
      return { column, is, agent };
    });
  const listed = { browser: BROWSER_NAMES, os: SYSTEM_NAMES };
  const theirs = agents('agents.tsv');
  const folder = process.argv[2] === undefined ? '' : join(process.argv[2], 'fixtures');
  return {
    'user-agents 2.1.198': browsers,
    'tests of ua-parser-js': theirs,
    '  names of our lists': theirs.filter(({ column, is }) => listed[column]?.has(is)),
    'own-agents.tsv': agents('own-agents.tsv'),
    ...(existsSync(folder) ? { 'fixtures of Matomo': fixtures(folder) } : {}),
  };
}

function fixtures(folder) {
  const rows = readdirSync(folder).flatMap((file) =>
    /\.ya?ml$/.test(file) ? (parse(readFileSync(join(folder, file), 'utf8')) ?? []) : [],
  );
  const unique = new Map(
    rows
      .filter(({ headers, client }) => headers === undefined && client?.type === 'browser')
      .map((row) => [row.user_agent, row]),
  );
  return [...unique.values()]
    .filter(({ device }, index) => device?.type && index % SHARE.fixtures === 0)
    .map(({ user_agent: agent, device }) => ({ column: 'device', is: classOf(device.type), agent }));
}

function printTable(parsers, sets) {
  const names = Object.keys(parsers);
  const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
  row(['set', 'class', 'agents', ...names.map((name) => [name, VERSIONS[name]].filter(Boolean).join(' '))]);
  row(['---', '---', ...names.map(() => '---:'), '---:']);
  for (const [set, rows] of Object.entries(sets))
    for (const [label, found] of classesOf(rows)) {
      const shares = names.map((name) => shareOf(parsers[name], found));
      row([set, label, found.length, ...shares]);
    }
  const timed = sets['user-agents 2.1.198'].filter((_, index) => index % SHARE.timed === 0);
  const agents = timed.map(({ agent }) => agent);
  row(['time', 'µs per agent', agents.length, ...names.map((name) => microsOf(parsers[name], agents))]);
}

/** The rows of each column, and of each class of devices. */
function classesOf(rows) {
  const classes = new Map();
  for (const each of rows) {
    const label = each.column === 'device' ? `device: ${each.is}` : each.column;
    classes.set(label, [...(classes.get(label) ?? []), each]);
  }
  return classes;
}

function shareOf(parser, rows) {
  let right = 0;
  for (const { column, is, agent } of rows) {
    const parsed = parser(agent);
    if (!(column in parsed)) return '–';
    const found = parsed[column];
    const isRight = column === 'device' ? classOf(found) === is : plainName(found) === plainName(is);

    if (isRight) right += 1;
  }
  return `${((100 * right) / rows.length).toFixed(1)} %`;
}

function classOf(device) {
  return DEVICES[device] ?? 'other';
}

/** A name in the spelling of `NAME_OF`, without the words that libraries add. */
function plainName(name = '') {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (NAME_OF.has(letters)) return NAME_OF.get(letters);
  const short = letters.replace(/browser|mobile|webview|headless|internetforandroid/g, '');
  return NAME_OF.get(short) ?? short;
}

/** Median of some rounds, each with texts that no cache knows. */
function microsOf(parser, agents) {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const texts = agents.map((agent) => `${agent} ${round}`);
    const start = process.hrtime.bigint();
    for (const text of texts) parser(text);
    return Number(process.hrtime.bigint() - start) / 1_000 / agents.length;
  });
  return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)].toFixed(0);
}
