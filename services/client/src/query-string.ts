/** A query as the API reads it: `filter` is spelled `filter[key]=value` and `filter[key][operator]=value`, lists repeat. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(Object.entries(query).flatMap(([name, value]) => pairs(name, value))).toString();
}

function pairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((each) => pairs(name, each));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${key}]`, inner));
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [[name, String(value)]];
  return [];
}
