/**
 * What a table has for good from the statement that makes it, found after that statement was released: a released migration
 * is never changed, so it is put in as the statement runs. A table that is there stays as it is.
 */
const MADE_WITH: Readonly<Record<string, string>> = {
  // Measured in services/analytics/SPEED.md; deploy/UPGRADING.md has how a table that is there gets it.
  events: 'index_granularity = 4096',
};

const MAKES = /\bCREATE TABLE IF NOT EXISTS (\w+)\b/;

/** A migration's statement as it makes its table today; what makes none is left as it is. */
export function madeWith(statement: string): string {
  const settings = MADE_WITH[MAKES.exec(statement)?.[1] ?? ''];
  return settings === undefined ? statement : statement.replace(/\bSETTINGS\b/, `SETTINGS ${settings},`);
}
