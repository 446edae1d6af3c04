// Prints the bill of materials of the image (CycloneDX): all packages of its processes. `npm run release` signs it with the other files.
// `npm sbom --omit=dev` would omit shipped packages that any workspace lists as development dependency. This script lists everything and
// filters by the lockfile.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

process.stdout.write(billOfMaterials());
