import type { Paths } from '@headwater/client/client';
import { queryString } from '@headwater/client/request';

/** Paths that have a GET operation with a JSON response. */
type ReadPath = {
  [Path in keyof Paths]: Paths[Path] extends {
    get: { responses: { 200: { content: { 'application/json': unknown } } } };
  }
    ? Path
    : never;
}[keyof Paths];

type ReadOf<Path extends ReadPath> = Paths[Path] extends { get: infer Read } ? Read : never;
type JsonOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Json } } };
}
  ? Json
  : never;
type ParametersOf<Path extends ReadPath> =
  ReadOf<Path> extends { parameters: infer Parameters } ? Parameters : never;
type PathValues<Path extends ReadPath> = ParametersOf<Path> extends { path: infer Values } ? Values : object;
type QueryOf<Path extends ReadPath> =
  ParametersOf<Path> extends { query?: infer Query } ? Omit<NonNullable<Query>, 'filter'> : object;

/** Filters as the API spells them, such as `filter[channel]`. */
export type FilterQuery = Readonly<Record<`filter[${string}`, readonly string[]>>;

/** A GET request as a value: its URL is complete, so that pages can cache it, show it and print it as a curl command. */
export interface ApiRequest<Data> {
  /** Path and query, such as `/api/v1/sites/1/stats?range=30d`. */
  readonly url: string;
  /** Never set: carries the type of the response. */
  readonly data?: Data;
}

/** Builds a typed request: `apiRequest('/api/v1/sites/{id}/stats', {id: 1}, {range: '7d'})`. */
export function apiRequest<Path extends ReadPath>(
  path: Path,
  values: PathValues<Path>,
  query: QueryOf<Path> & FilterQuery = {} as QueryOf<Path> & FilterQuery,
): ApiRequest<JsonOf<ReadOf<Path>>> {
  const search = queryString(query);
  return {
    url: `${fillPath(path, values as Readonly<Record<string, string | number>>)}${search === '' ? '' : `?${search}`}`,
  };
}

/** Replaces the parameters of a path by their encoded values. */
function fillPath(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/**
 * The curl command for the same request; the shell has the token in `$TOKEN`.
 *
 * @param origin of the API, such as `https://headwater.example.com`
 */
export function curl(origin: string, url: string): string {
  return `curl -sS -g '${origin}${readable(url)}' \\\n  -H "Authorization: Bearer $TOKEN"`;
}

/** Shows the brackets of filters unencoded, and encodes the characters that a shell would interpret. */
function readable(url: string): string {
  return url
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll(/['!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
