/**
 * Parses a URL. Returns undefined for any other text.
 *
 * Not `URL.canParse`: after some thousand calls, Node 20 and 22 return false for URLs with characters such as `é`.
 *
 * @param base resolves a relative URL
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
