import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** URL-safe password kept in `<directory>/password` (mode 0600); made at random the first time. */
export function storedPassword(directory: string): string {
  const file = join(directory, 'password');
  if (!existsSync(file)) {
    // Written whole or not at all: an engine initialised with half a password would never open again.
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}
