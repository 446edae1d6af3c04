/**
 * The command that gives the same answer, for a shell that has the token in `$TOKEN`.
 *
 * @param origin of the API, such as `https://headwater.example.com`
 */
export function curl(origin: string, url: string): string {
  return `curl -sS -g '${origin}${readable(url)}' \\\n  -H "Authorization: Bearer $TOKEN"`;
}

/** With the brackets of filters as people write them; all that would end a quoted word is encoded. */
function readable(url: string): string {
  return url
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/['!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
