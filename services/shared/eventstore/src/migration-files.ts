import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingReason } from '@headwater/kit/breaking-migration';

/** A numbered migration file. */
export interface MigrationFile {
  readonly version: number;
  readonly name: string;
  /** SHA-256 of the text with `\n` line ends, hex. */
  readonly checksum: string;
  readonly statements: readonly string[];
  /** Why earlier programs cannot run with it; undefined for most migrations. */
  readonly breaking: string | undefined;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/**
 * Returns the migrations `0001_*.sql`, `0002_*.sql`, … of a folder, in order. A statement ends with `;` at the end of a line.
 *
 * @throws Error when a file name is invalid or a number is missing or duplicate.
 */
export function migrationFiles(folder: string): readonly MigrationFile[] {
  return readdirSync(folder)
    .sort()
    .map((name, index) => {
      const version = Number(FILE_NAME.exec(name)?.[1]);
      if (version !== index + 1) {
        throw new Error(
          `Migration ${name} should start with ${String(index + 1).padStart(4, '0')}_ and end in .sql`,
        );
      }
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return {
        version,
        name,
        checksum: createHash('sha256').update(text).digest('hex'),
        statements: statementsOf(text),
        breaking: breakingReason(text),
      };
    });
}

function statementsOf(text: string): readonly string[] {
  return text
    .split(/;[ \t]*$/m)
    .map((part) => part.trim())
    .filter((part) => part.replace(/^--.*$/gm, '').trim() !== '');
}
