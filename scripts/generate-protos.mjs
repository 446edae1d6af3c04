// Generates the TypeScript types of every proto into protos/gen. With --check, verifies that the committed types are current.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const committed = join(root, 'protos/gen');
const generator = createRequire(import.meta.url)
  .resolve('@grpc/proto-loader/package.json')
  .replace('package.json', 'build/bin/proto-loader-gen-types.js');

/** @param {string} directory @param {string} ending */
function filesBelow(directory, ending) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .sort();
}

function generateInto(directory) {
  const protos = filesBelow(join(root, 'protos/headwater'), '.proto').map((file) => join('headwater', file));
  // The options must match kit's load-service.ts, because they determine the types of the values at run time.
  const options = ['--longs=Number', '--enums=String', '--defaults', '--oneofs', '--grpcLib=@grpc/grpc-js'];
  execFileSync(
    process.execPath,
    [generator, ...options, '-I', join(root, 'protos'), '--outDir', directory, ...protos],
    {
      cwd: join(root, 'protos'),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  // The generator writes the absolute path of each source, which depends on the machine.
  for (const file of filesBelow(directory, '.ts')) {
    const path = join(directory, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`${root}/`, ''));
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'headwater-protos-'));
try {
  generateInto(scratch);
  if (process.argv.includes('--check')) {
    const fresh = filesBelow(scratch, '.ts');
    const stale = [...new Set([...fresh, ...filesBelow(committed, '.ts')])].filter((file) => {
      try {
        return readFileSync(join(scratch, file), 'utf8') !== readFileSync(join(committed, file), 'utf8');
      } catch {
        return true;
      }
    });
    if (stale.length > 0) {
      console.error(
        `Generated types differ from the protos: ${stale.join(', ')}. Run \`npm run generate\` and commit.`,
      );
      process.exit(1);
    }
    console.log(`${fresh.length} generated files are current.`);
  } else {
    rmSync(committed, { recursive: true, force: true });
    cpSync(scratch, committed, { recursive: true });
    console.log(`Wrote ${relative(root, committed)}.`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
