import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Query, type Pool } from 'pg';
import { currentTenancy } from '../pg/tenancy';

/** `workspace_id = $1`, also with the name of a table, and the id in a statement on workspaces. */
const CONDITION = /((?:\b\w+\.)?\bworkspace_id|(?<=gateway\.workspaces WHERE )id) = (\$\d+)/g;

/** The parts of a statement that pg reads. */
interface Statement {
  text?: string;
  name?: string | undefined;
}

/**
 * Makes every condition on the workspace true in the statements that this process sends for one workspace, as if their authors had
 * forgotten it.
 *
 * @returns the original texts of the changed statements so far
 */
export function stripWorkspaceConditions(): ReadonlySet<string> {
  const stripped = new Set<string>();
  const strip = (text: string): string => {
    const changed = text.replace(CONDITION, '($1 = $2 OR true)');
    if (changed !== text) stripped.add(text);
    return changed;
  };
  const change = (statement: string | Statement): string | Statement => {
    if (typeof statement === 'string') return strip(statement);
    const text = strip(statement.text ?? '');
    if (text === statement.text) return statement;
    // The unchanged statement may have this name on the same connection.
    const changed = { text, ...(statement.name ? { name: `${statement.name} stripped` } : {}) };
    return statement instanceof Query ? Object.assign(statement, changed) : { ...statement, ...changed };
  };
  const prototype = Client.prototype as unknown as {
    query: (this: Client, statement: string | Statement, ...rest: unknown[]) => unknown;
  };
  const { query } = prototype;
  prototype.query = function (statement, ...rest) {
    return query.call(this, typeof currentTenancy() === 'number' ? change(statement) : statement, ...rest);
  };
  return stripped;
}

/** The lines of a folder's source files with a condition on the workspace that is in none of the statements. */
export function findMissingConditions(folder: string, statements: ReadonlySet<string>): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .flatMap((line) => line.split(/['`"]|\$\{[^}]*\}/))
    .map((part) => part.trim())
    .filter((part) => part.search(CONDITION) >= 0)
    .filter((part) => ![...statements].some((statement) => statement.includes(part)));
}

/** All rows of a workspace in the tables of a schema, as texts that begin with the table. */
export async function rowsOfWorkspace(pool: Pool, schema: string, workspaceId: number): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = $1 AND column_name = 'workspace_id' ORDER BY 1`,
    [schema],
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT t::text AS row FROM ${schema}.${name} AS t WHERE workspace_id = $1 ORDER BY 1`,
      [workspaceId],
    );
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts;
}
