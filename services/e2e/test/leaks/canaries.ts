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
  const digests = new Map<number, Buffer[]>();
  for (const { email } of all)
    for (const text of spellings(email))
      for (const algorithm of ['sha256', 'sha1', 'md5']) {
        const digest = createHash(algorithm).update(text).digest();
        const start = digest.readUIntBE(0, 3);
        digests.set(start, [...(digests.get(start) ?? []), digest]);
      }
  const findDigest = digestFinder(digests);
  return (data) => {
    const text = data.toString('latin1');
    const folded = text.toLowerCase();
    const mark = folded.indexOf(MARK);
    if (mark >= 0) return `an email address: ${text.slice(Math.max(0, mark - 100), mark + 100)}`;
    const token = TOKEN_MARKS.map((part) => folded.indexOf(part)).find((at) => at >= 0);
    if (token !== undefined) return `a token: ${text.slice(Math.max(0, token - 100), token + 100)}`;
    return findDigest(data);
  };
}

function spellings(email: string): string[] {
  const folded = email.toLowerCase();
  return [email, folded, ...[email, folded].map((text) => text.slice(0, text.indexOf('@')))];
}

/** The values of the characters of an encoding by their codes; 0 for all others. */
function valuesOf(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(256);
  for (const alphabet of alphabets)
    for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX_VALUES = valuesOf('0123456789abcdef', '0123456789ABCDEF');
const BASE64_VALUES = valuesOf(`${ALPHANUMERIC}-_`, `${ALPHANUMERIC}+/`);

interface Encoding {
  readonly name: 'bytes' | 'hex' | 'base64';
  /** The number of characters of three bytes. */
  readonly characters: number;
  readonly encode: (digest: Buffer) => string;
  /** Returns the text in the spelling of `encode`. */
  readonly fold: (text: string) => string;
}

const ENCODINGS: readonly Encoding[] = [
  { name: 'bytes', characters: 3, encode: (digest) => digest.toString('latin1'), fold: (text) => text },
  {
    name: 'hex',
    characters: 6,
    encode: (digest) => digest.toString('hex'),
    fold: (text) => text.toLowerCase(),
  },
  {
    name: 'base64',
    characters: 4,
    encode: (digest) => digest.toString('base64url'),
    fold: (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
  },
];

/** Describes the first digest in some data. @param digests by their first three bytes */
function digestFinder(digests: ReadonlyMap<number, readonly Buffer[]>): FindTrace {
  const isStart = new Uint8Array(1 << 24);
  for (const start of digests.keys()) isStart[start] = 1;
  return (data) => {
    // The last three bytes, read as bytes and in each encoding.
    let [bytes, hex, base64] = [0, 0, 0];
    for (let at = 0; at < data.length; at++) {
      const code = data[at] as number;
      bytes = ((bytes << 8) | code) & 0xffffff;
      hex = ((hex << 4) | (HEX_VALUES[code] as number)) & 0xffffff;
      base64 = ((base64 << 6) | (BASE64_VALUES[code] as number)) & 0xffffff;
      if (!isStart[bytes] && !isStart[hex] && !isStart[base64]) continue;
      const starts = { bytes, hex, base64 };
      for (const { name, characters, encode, fold } of ENCODINGS) {
        const from = at + 1 - characters;
        for (const encoded of (digests.get(starts[name]) ?? []).map(encode))
          if (fold(data.toString('latin1', from, from + encoded.length)) === encoded)
            return `a digest in ${name}: ${encoded}`;
      }
    }
    return undefined;
  };
}
