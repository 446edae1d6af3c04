// Builds a release of the last commit, or verifies one:
//   npm run release -- <folder>            writes the files of the release. RELEASE_SIGNING_KEY is the private Ed25519 key (PEM).
//   npm run release -- --verify <folder>   checks the signature and all files. RELEASE_PUBLIC_KEY is the public key (PEM).
// SECURITY.md describes the files.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const CHECKSUMS = 'SHA256SUMS';
const SIGNATURE = `${CHECKSUMS}.sig`;

const MAX_OUTPUT = 256 * 1_048_576;
const git = (...options) => execFileSync('git', options, { cwd: root, maxBuffer: MAX_OUTPUT });

/** @throws if the setting is not an Ed25519 key. */
function keyFrom(setting, read) {
  const pem = process.env[setting];
  // Other programs that this one starts don't need it.
  delete process.env[setting];
  if (!pem) throw new Error(`${setting} is not set. Set it to an Ed25519 key in PEM.`);
  const key = read(pem);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${setting} is no Ed25519 key but ${key.asymmetricKeyType}.`);
  return key;
}

/** The commit with its versions. @throws if package and chart have different versions. */
function lastCommit() {
  const { version } = JSON.parse(git('show', 'HEAD:package.json'));
  const chart = git('show', 'HEAD:helm/headwater/Chart.yaml').toString();
  const read = (field) => new RegExp(`^${field}: (\\S+)$`, 'm').exec(chart)?.[1];
  if (read('appVersion') !== version)
    throw new Error(`package.json has version ${version}, the chart appVersion ${read('appVersion')}.`);
  return { commit: git('rev-parse', 'HEAD').toString().trim(), version, chart: read('version') };
}

/** The bill of materials of the commit, with the tools of this installation. */
function billOfMaterials(source) {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-release-'));
  try {
    execFileSync('tar', ['-xzf', source, '-C', folder, '--strip-components=1']);
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return execFileSync(process.execPath, [join(folder, 'scripts/sbom.mjs')], { maxBuffer: MAX_OUTPUT });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Builds the image and the source maps of its programs from the source.
 *
 * @param files the files that receive them
 * @returns the description of the image, or why both are missing
 */
function buildImage(source, { version, commit }, files) {
  const { status, error, stderr } = spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], {
    encoding: 'utf8',
  });
  if (error || status !== 0)
    return { missing: `docker is unavailable: ${(error?.message ?? stderr).trim().split('\n')[0]}` };
  const name = `headwater:${version}`;
  const labels = [`VERSION=${version}`, `REVISION=${commit}`].flatMap((one) => ['--build-arg', one]);
  const build = ['build', '--file', `headwater-${version}/deploy/Dockerfile`];
  const maps = ['--target', 'maps', '--output', `type=tar,dest=${files.maps}`];
  // The source has one folder; the Dockerfile expects its content as context.
  const folder = mkdtempSync(join(tmpdir(), 'headwater-image-'));
  try {
    execFileSync('tar', ['-xzf', source, '-C', folder]);
    for (const options of [['--tag', name, ...labels], maps])
      execFileSync('docker', [...build, ...options, `headwater-${version}`], {
        cwd: folder,
        stdio: 'inherit',
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
  execFileSync('docker', ['save', '--output', files.image, name], { stdio: 'inherit' });
  const id = execFileSync('docker', ['image', 'inspect', '--format', '{{.Id}}', name], { encoding: 'utf8' });
  return { name, id: id.trim() };
}

const filesOf = (folder) => readdirSync(folder).sort();
const digestOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

function release(folder) {
  const key = keyFrom('RELEASE_SIGNING_KEY', createPrivateKey);
  const of = lastCommit();
  mkdirSync(folder, { recursive: true });
  if (filesOf(folder).length > 0) throw new Error(`${folder} is not empty. Name an empty folder.`);
  const write = (name, content) => writeFileSync(join(folder, name), content);
  const source = `headwater-${of.version}-source.tar.gz`;
  write(source, git('archive', '--format=tar.gz', `--prefix=headwater-${of.version}/`, 'HEAD'));
  write(
    `headwater-chart-${of.chart}.tgz`,
    git('archive', '--format=tar.gz', '--prefix=headwater/', 'HEAD:helm/headwater'),
  );
  write('sbom.json', billOfMaterials(join(folder, source)));
  const image = buildImage(join(folder, source), of, {
    image: join(folder, `headwater-${of.version}-image.tar`),
    maps: join(folder, `headwater-${of.version}-maps.tar`),
  });
  write('release.json', `${JSON.stringify({ version: of.version, commit: of.commit, image }, null, 2)}\n`);
  const sums = filesOf(folder).map((name) => `${digestOf(join(folder, name))}  ${name}\n`);
  write(CHECKSUMS, sums.join(''));
  write(SIGNATURE, sign(null, Buffer.from(sums.join('')), key));
  process.env.RELEASE_PUBLIC_KEY = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  verifyRelease(folder);
  if ('missing' in image) console.log(`The release has no image. ${image.missing}`);
}

/** @throws if a file is changed, missing or not listed. */
function verifyRelease(folder) {
  const key = keyFrom('RELEASE_PUBLIC_KEY', createPublicKey);
  const refuse = (reason) => {
    throw new Error(`${reason} Do not use this release.`);
  };
  for (const name of [CHECKSUMS, SIGNATURE])
    if (!existsSync(join(folder, name))) refuse(`${name} is missing.`);
  const sums = readFileSync(join(folder, CHECKSUMS));
  if (!verify(null, sums, key, readFileSync(join(folder, SIGNATURE))))
    refuse(`The signature of ${CHECKSUMS} does not match.`);
  const listed = new Map(
    sums
      .toString()
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const present = filesOf(folder).filter((name) => name !== CHECKSUMS && name !== SIGNATURE);
  for (const name of present) if (!listed.has(name)) refuse(`${name} is not part of the release.`);
  for (const [name, digest] of listed) {
    if (!present.includes(name)) refuse(`${name} is missing.`);
    if (digestOf(join(folder, name)) !== digest) refuse(`${name} was changed.`);
  }
  console.log(`The signature and all ${listed.size} files of ${folder} are valid.`);
}

const [option, target] = process.argv.slice(2);
if (option === '--verify' && target !== undefined) verifyRelease(resolve(target));
else if (option !== undefined && !option.startsWith('-') && target === undefined) release(resolve(option));
else throw new Error('Use <folder> or --verify <folder>.');
