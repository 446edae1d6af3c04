// Finds secrets in the working tree and in every version of each file of all commits: npm run secrets [-- <repository>]
// secretlint recognises the formats of known services, OWN_FORMATS the others. Prints places, never the secret.
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'));
const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }],
};
const OWN_FORMATS = [
  ['token of Headwater', /\bhw_[0-9a-f]{12}_[0-9A-Za-z]{49}\b/g],
  ['key of Stripe', /\b[rs]k_live_[0-9A-Za-z]{16,}/g],
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{100,}/g],
];
/** Longer files are data. */
const MAX_BYTES = 2 * 1_048_576;

/** Findings that are no secrets: by their path or their text. */
const EXCEPTIONS = [
  { path: /\/test\/certificates\/\w+\.key\.pem$/, why: 'keys of certificates that only tests trust' },
  { text: /:\/\/(?:u:(?:hunter2|hidden)@h\/|postgres:<password>@)/, why: 'examples of database URLs' },
  { text: /:\/\/\w+:[A-Z]+_PASSWORD@/, why: 'placeholders of passwords' },
  { text: /^https:\/\/\w+:(?:secret|word)@example\.com$/, why: 'URLs with passwords, which parsers reject' },
];

const git = (...options) => execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

/** Blobs of all commits with a path of each. */
function listBlobs() {
  const objects = git('rev-list', '--objects', '--all')
    .split('\n')
    .filter((line) => line.includes(' '));
  const paths = new Map(
    objects.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
  const checked = spawnSync('git', ['cat-file', '--batch-check'], {
    cwd: root,
    input: [...paths.keys()].join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return checked.stdout
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, type, size]) => type === 'blob' && Number(size) <= MAX_BYTES)
    .map(([id]) => ({ id, path: paths.get(id) }));
}

/** The content of each blob, in order. */
function readBlobs(blobs) {
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: blobs.map(({ id }) => id).join('\n'),
    maxBuffer: 1 << 30,
  });
  const contents = [];
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf(10, at);
    const size = Number(stdout.toString('latin1', at, end).split(' ')[2]);
    contents.push(stdout.subarray(end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return contents;
}

const listFiles = () =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)) && statSync(join(root, path)).isFile())
    .filter((path) => statSync(join(root, path)).size <= MAX_BYTES);

async function secretsIn(path, bytes) {
  if (bytes.subarray(0, 8_000).includes(0)) return [];
  const content = bytes.toString('utf8');
  const source = { filePath: `/${path}`, content, contentType: 'text' };
  const { messages } = await lintSource({ source, options: { config } });
  const found = [
    ...messages.map(({ ruleId, range }) => [ruleId.replace('@secretlint/secretlint-rule-', ''), ...range]),
    ...OWN_FORMATS.flatMap(([kind, pattern]) =>
      [...content.matchAll(pattern)].map(({ 0: text, index }) => [kind, index, index + text.length]),
    ),
  ];
  return found
    .filter(([, start, end]) => !isException(path, content.slice(start, end)))
    .map(([kind, start]) => ({ kind, line: content.slice(0, start).split('\n').length }));
}

const isException = (path, secret) =>
  EXCEPTIONS.some(({ path: paths, text }) => (paths ? paths.test(path) : text.test(secret)));

const blobs = listBlobs();
const contents = readBlobs(blobs);
const found = new Map();
const report = (where, kind, line) => found.set(`${where}:${line}`, `${where}:${line}: ${kind}`);
for (const [index, { id, path }] of blobs.entries())
  for (const { kind, line } of await secretsIn(path, contents[index]))
    report(`${path} (git show ${id.slice(0, 12)})`, kind, line);
for (const path of listFiles())
  for (const { kind, line } of await secretsIn(path, readFileSync(join(root, path))))
    report(path, kind, line);
for (const [commit, ...message] of git('log', '--all', '--format=%H%n%B%x00')
  .split('\0')
  .map((entry) => entry.trim().split('\n')))
  for (const { kind, line } of await secretsIn('', Buffer.from(message.join('\n'))))
    report(`message of commit ${commit.slice(0, 12)}`, kind, line);
if (found.size > 0)
  console.log(
    'Secrets, which count as published. Revoke each of them, then remove it or add an exception to scripts/check-secrets.mjs.',
  );
console.log(
  [...found.values()].join('\n') || `No secrets in ${blobs.length} versions of files and the working tree.`,
);
process.exit(found.size === 0 ? 0 : 1);
