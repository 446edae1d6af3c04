import type { Example } from '../routes/examples';
import type { Endpoint } from './endpoint';

/** A call of an endpoint as one pastes it into a shell that has `API`, `TOKEN` and the ids that the path names. */
export function curlExample(
  { method, path, open }: Endpoint,
  { path: values = {}, query, headers = [], body, file }: Example,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `$${variableOf(name)}`);
  const verb = method.toUpperCase();
  const lines = [
    // Brackets are curl's own language without -g.
    `curl -sS -g${verb === 'GET' || (verb === 'POST' && (body ?? file)) ? '' : ` -X ${verb}`} "$API${filled}${query === undefined ? '' : `?${query}`}"`,
    ...(open ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...headers.map((header) => `-H "${header}"`),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`] : []),
    ...(file ? ["-H 'Content-Type: text/csv'", `--data-binary $'${file.join('\\n')}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** `id` is the site's; `goalId` → `GOAL_ID`. */
function variableOf(name: string): string {
  return name === 'id' ? 'SITE_ID' : name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
