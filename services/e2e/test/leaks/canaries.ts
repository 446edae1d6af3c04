import { createHash } from 'node:crypto';

/** A text that never occurs by chance, neither as a word nor as hexadecimal or base64 digits. */
const MARK = 'qzx.leak.canary-';

/** Parts of `TOKENS`. */
const TOKEN_MARKS = ['qzxtokenleakcanary', '7f3a9c51e2b8d406'];

/** A JWT and a hexadecimal token, as in links that reset a password. */
export const TOKENS = [
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.qzxTokenLeakCanaryVmNHl0w5N_XgL0n3I9PlFUP0TH',
  '7f3a9c51e2b8d4067f3a9c51e2b8d4067f3a9c51e2b8d4067f3a9c51e2b8d406',
];

/** A fictitious account with a unique local part. */
export interface Canary {
  readonly index: number;
  readonly email: string;
}

export function canaries(count: number): Canary[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    // Mixed case, because neither spelling may be stored.
    email: `${index % 2 === 0 ? 'QZX.Leak.Canary-' : MARK}${(index * 7_919).toString(36)}@Mail.Example`,
  }));
}

/** Describes the trace of a canary in some data; undefined without a trace. */
type FindTrace = (data: Buffer) => string | undefined;

/**
 * Searches for the mark of the email addresses and those of the tokens in any case. Also searches for the plain SHA-256, SHA-1 and MD5 digests of
 * each address and local part, as hex, base64 and bytes.
 */
export function traceFinder(all: readonly Canary[]): FindTrace {
  const hex = new Set<string>();
  const base64 = new Set<string>();
  const bytes = new Map<number, string[]>();
  for (const { email } of all)
    for (const text of spellings(email))
      for (const algorithm of ['sha256', 'sha1', 'md5']) {
        const digest = createHash(algorithm).update(text).digest();
        hex.add(digest.toString('hex'));
        base64.add(digest.toString('base64url'));
        const start = digest.readUInt32LE();
        bytes.set(start, [...(bytes.get(start) ?? []), digest.toString('latin1')]);
      }
  const starts = new Uint8Array(1 << 24);
  for (const start of bytes.keys()) starts[start & 0xffffff] = 1;
  return (data) => {
    const text = data.toString('latin1');
    const folded = text.toLowerCase();
    const mark = folded.indexOf(MARK);
    if (mark >= 0) return `an email address: ${text.slice(Math.max(0, mark - 100), mark + 100)}`;
    const token = TOKEN_MARKS.map((part) => folded.indexOf(part)).find((at) => at >= 0);
    if (token !== undefined) return `a token: ${text.slice(Math.max(0, token - 100), token + 100)}`;
    for (const [run] of text.matchAll(/[0-9a-f]{32,}/gi))
      for (const length of [32, 40, 64])
        if (hasWindow(run.toLowerCase(), length, hex)) return `a digest in hex: ${run}`;
    for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{22,}/g))
      for (const length of [22, 27, 43])
        if (hasWindow(run.replaceAll('+', '-').replaceAll('/', '_'), length, base64))
          return `a digest in base64: ${run}`;
    return rawDigest(data, starts, bytes);
  };
}

function spellings(email: string): string[] {
  const folded = email.toLowerCase();
  return [email, folded, ...[email, folded].map((text) => text.slice(0, text.indexOf('@')))];
}

/** Whether a substring of a run is a known digest. Long runs are binary data: only their ends are compared. */
function hasWindow(run: string, length: number, known: ReadonlySet<string>): boolean {
  const last = run.length - length;
  if (last < 0) return false;
  if (last > 300) return known.has(run.slice(0, length)) || known.has(run.slice(last));
  for (let at = 0; at <= last; at++) if (known.has(run.slice(at, at + length))) return true;
  return false;
}

function rawDigest(
  data: Buffer,
  starts: Uint8Array,
  digests: ReadonlyMap<number, readonly string[]>,
): string | undefined {
  for (let at = 0; at + 16 <= data.length; at++) {
    const prefix = (data[at] as number) | ((data[at + 1] as number) << 8) | ((data[at + 2] as number) << 16);
    if (starts[prefix] === 0) continue;
    for (const digest of digests.get(data.readUInt32LE(at)) ?? [])
      if (data.toString('latin1', at, at + digest.length) === digest) return `a digest in bytes at ${at}`;
  }
  return undefined;
}
