import { queryString } from '@headwater/client/query-string';
import type { Paths } from '@headwater/client/client';

/** The paths that can be read. */
export type ReadPath = {
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

/** A read of the API as a value: its address says everything, so that it can be cached, shown and repeated with curl. */
export interface Question<Answer> {
  /** Path and query, such as `/api/v1/sites/1/stats?range=30d`. */
  readonly url: string;
  /** Only a type: what the address answers. */
  readonly answer?: Answer;
}

/** The question at a path of the API: `question('/api/v1/sites/{id}/stats', {id: 1}, {range: '7d'})`. */
export function question<Path extends ReadPath>(
  path: Path,
  values: PathValues<Path>,
  query: QueryOf<Path> & FilterQuery = {} as QueryOf<Path> & FilterQuery,
): Question<JsonOf<ReadOf<Path>>> {
  const search = queryString(query);
  return {
    url: `${fillPath(path, values as Readonly<Record<string, string | number>>)}${search === '' ? '' : `?${search}`}`,
  };
}

/** A path with its values, each of them encoded. */
function fillPath(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
