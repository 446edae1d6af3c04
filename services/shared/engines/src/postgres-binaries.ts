import { cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { platformPackageVersion, postgresPackage } from './platform-package';
import { isReachable, type PostgresAccount } from './postgres-account';

/**
 * Folder with `initdb` and `postgres`, ready to run by the account. The libraries' symbolic links, which npm
 * packages cannot hold, are made here and not by the package's install script, as npm may hold scripts back.
 * Where the account cannot reach node_modules (a project under a private home), the 60 MB are copied to
 * `<directory>/binaries-<version>`.
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
    // Renamed when complete: a start cut short must not leave half a copy behind.
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
