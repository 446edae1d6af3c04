const KIND = /^[\s(]*(?:--[^\n]*\n\s*)*([a-z]+)/i;
/** All our tables are qualified with their schema, so `extract(epoch FROM at)` does not match. */
const TABLE = /\b(?:from|into|update|join|table)\s+(?:only\s+)?([a-z_]+\.[a-z_]+)\b/i;

const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/** Returns the span name of a statement: its kind and its first table, `SELECT gateway.tokens`. Never its text. */
export function statementName(text: string): string {
  const cached = names.get(text);
  if (cached !== undefined) return cached;
  const kind = KIND.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = TABLE.exec(text)?.[1]?.toLowerCase();
  const name = table === undefined ? kind : `${kind} ${table}`;
  // Statement texts come from a closed set; the limit bounds memory if one ever does not.
  if (names.size >= MAX_NAMES) names.clear();
  names.set(text, name);
  return name;
}
