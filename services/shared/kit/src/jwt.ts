/** The beginning of a JSON object in base64: `{"`, also with a space, line break or tab before the quote. */
export const JWT_START = /ey(?:J|Ai)|ew(?:og|oJ|0K)/;

const JWT = new RegExp(`(?<![A-Za-z0-9+])(?:${JWT_START.source})[A-Za-z0-9_+-]{7,}\\.`);

/** Returns true for a text with a part that begins like a JWT, also after a prefix such as `sess_`, and has another part after it. */
export function containsJwt(text: string): boolean {
  return JWT.test(text);
}
