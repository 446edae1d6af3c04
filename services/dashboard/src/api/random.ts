/** The bits that RFC 9562 fixes: version 4, variant 10. */
const FIXED: Readonly<Record<number, (byte: number) => number>> = {
  6: (byte) => (byte & 0x0f) | 0x40,
  8: (byte) => (byte & 0x3f) | 0x80,
};

/** A random UUID. Browsers offer `crypto.randomUUID` only to pages loaded over https. */
export function randomUuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const digits = bytes.map((byte, at) => (FIXED[at]?.(byte) ?? byte).toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** 256 random bits in base64url. */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}
