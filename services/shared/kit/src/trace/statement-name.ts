const KIND = /^[\s(]*(?:--[^\n]*\n\s*)*([a-z]+)/i;
/** Our tables all stand with their schema, so that `extract(epoch FROM at)` is none. */
const TABLE = /\b(?:from|into|update|join|table)\s+(?:only\s+)?([a-z_]+\.[a-z_]+)\b/i;

const MOST_NAMES = 1_000;
const names = new Map<string, string>();

/** What a statement is called in traces: its kind and its first table, `SELECT gateway.tokens`. Never its text. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const kind = KIND.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = TABLE.exec(text)?.[1]?.toLowerCase();
  const name = table === undefined ? kind : `${kind} ${table}`;
  // Texts are built from closed parts; should one not be, it must not fill the memory.
  if (names.size >= MOST_NAMES) names.clear();
  names.set(text, name);
  return name;
}
