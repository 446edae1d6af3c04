// The bill of materials of the image (CycloneDX): all packages of its processes.
//   npm run sbom                      prints it
//   npm run sbom -- --sign <file>     writes it, and its Ed25519 signature into <file>.sig. SBOM_SIGNING_KEY is the private key (PEM).
//   npm run sbom -- --verify <file>   checks the signature. SBOM_PUBLIC_KEY is the public key (PEM).
// `npm sbom --omit=dev` would omit shipped packages that any workspace lists as development dependency. This script lists everything and
// filters by the lockfile.
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';
import { imageWorkspaces } from './stage-image.mjs';

function billOfMaterials() {
  const complete = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--loglevel=error', '--sbom-format=cyclonedx'].concat(
      imageWorkspaces().flatMap((workspace) => ['-w', workspace]),
    ),
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

  const nameOf = (path, { name = path.replace(/^.*node_modules\//, '') }) => name;
  const workspaces = new Set(imageWorkspaces());
  const shipped = new Set(
    Object.entries(packages)
      .filter(([path, { dev, optional, devOptional }]) =>
        path.includes('node_modules/') ? !(dev || optional || devOptional) : workspaces.has(path),
      )
      .map(([path, one]) => `${nameOf(path, one)}@${one.version}`),
  );

  const bom = JSON.parse(complete);
  const components = bom.components.filter((one) => shipped.has(one['bom-ref']));
  const included = new Set([bom.metadata.component?.['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => included.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => included.has(one)) }));
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`;
}

/** @throws if the setting is not an Ed25519 key. */
function keyFrom(setting, read) {
  const pem = process.env[setting];
  if (!pem) throw new Error(`${setting} is not set. Set it to an Ed25519 key in PEM.`);
  const key = read(pem);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`${setting} is no Ed25519 key but ${key.asymmetricKeyType}.`);
  return key;
}

const [option, file] = process.argv.slice(2);
if (option !== undefined && (!['--sign', '--verify'].includes(option) || file === undefined))
  throw new Error('Use no option, --sign <file> or --verify <file>.');
if (option === undefined) process.stdout.write(billOfMaterials());
else if (option === '--sign') {
  const key = keyFrom('SBOM_SIGNING_KEY', createPrivateKey);
  const text = billOfMaterials();
  writeFileSync(file, text);
  writeFileSync(`${file}.sig`, sign(null, Buffer.from(text), key).toString('base64'));
} else {
  const signature = Buffer.from(readFileSync(`${file}.sig`, 'utf8'), 'base64');
  const isValid = verify(null, readFileSync(file), keyFrom('SBOM_PUBLIC_KEY', createPublicKey), signature);
  console.log(
    isValid
      ? `The signature of ${file} is valid.`
      : `The signature of ${file} does not match: do not use this release.`,
  );
  process.exitCode = isValid ? 0 : 1;
}
