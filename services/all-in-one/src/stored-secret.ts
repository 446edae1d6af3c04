import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A secret that outlives restarts. */
export interface StoredSecret {
  readonly value: string;
  /** True when this call made it. */
  readonly made: boolean;
}

/** Reads the secret in `file`, or makes one and keeps it there, readable by the owner alone. */
export function storedSecret(file: string, make: () => string): StoredSecret {
  const known = readIfThere(file);
  if (known !== undefined) {
    chmodSync(file, 0o600);
    return { value: known, made: false };
  }
  const value = make();
  // Written aside and renamed: a crash between the two never leaves half a key.
  writeFileSync(`${file}.new`, `${value}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return { value, made: true };
}

function readIfThere(file: string): string | undefined {
  try {
    const value = readFileSync(file, 'utf8').trim();
    if (value === '')
      throw new Error(`${file} is empty. Restore it from a backup, or remove it to have a new secret made.`);
    return value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
