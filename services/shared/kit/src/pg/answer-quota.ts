import type { Db } from './pool';

/** Max number and size of the stored answers of a workspace. */
export interface AnswerQuota {
  readonly answers: number;
  readonly bytes: number;
}

/** A table with the columns `workspace_id`, `answer` and `expires_at`. */
export interface AnswerTable {
  /** With its schema. */
  readonly name: string;
  /** Condition of the rows that count and may be deleted. `$1` is the present. */
  readonly condition: string;
}

/** Rows of one statement, which must end before the statement timeout. */
const DELETE_BATCH = 20_000;

/**
 * Deletes the oldest answers of workspaces over their quota.
 *
 * @param now Unix milliseconds
 * @returns the number of deleted answers of each such workspace.
 */
export async function deleteAnswersOverQuota(
  db: Db,
  table: AnswerTable,
  { quota, now }: { readonly quota: AnswerQuota; readonly now: number },
): Promise<{ readonly workspaceId: number; readonly answers: number }[]> {
  const { rows } = await db.query<{ workspace_id: string; answers: string; bytes: string }>(
    `SELECT workspace_id, count(*) AS answers, coalesce(sum(octet_length(answer)), 0) AS bytes
     FROM ${table.name} WHERE ${table.condition} GROUP BY workspace_id
     HAVING count(*) > $2 OR sum(octet_length(answer)) > $3`,
    [new Date(now), quota.answers, quota.bytes],
  );
  const deleted: { workspaceId: number; answers: number }[] = [];
  for (const { workspace_id, answers, bytes } of rows) {
    const workspaceId = Number(workspace_id);
    const excess = { answers: Number(answers) - quota.answers, bytes: Number(bytes) - quota.bytes };
    deleted.push({ workspaceId, answers: await deleteOldest(db, table, { workspaceId, now, excess }) });
  }
  return deleted;
}

/** Deletes the oldest answers until the excess is deleted. @returns their number */
async function deleteOldest(
  db: Db,
  { name, condition }: AnswerTable,
  {
    workspaceId,
    now,
    excess,
  }: { readonly workspaceId: number; readonly now: number; readonly excess: AnswerQuota },
): Promise<number> {
  let answers = 0;
  let bytes = 0;
  while (answers < excess.answers || bytes < excess.bytes) {
    const { rows } = await db.query<{ answers: string; bytes: string | null }>(
      `WITH oldest AS (
         SELECT ctid AS row, expires_at, coalesce(octet_length(answer), 0) AS size
         FROM ${name} WHERE workspace_id = $2 AND (${condition}) ORDER BY expires_at LIMIT $5
       ), ranked AS (
         SELECT row, row_number() OVER older AS position, sum(size) OVER older - size AS bytes_before
         FROM oldest WINDOW older AS (ORDER BY expires_at, row ROWS UNBOUNDED PRECEDING)
       ), deleted AS (
         DELETE FROM ${name} WHERE ctid = ANY (ARRAY(SELECT row FROM ranked WHERE position <= $3 OR bytes_before < $4))
         RETURNING octet_length(answer) AS size
       )
       SELECT count(*) AS answers, sum(size) AS bytes FROM deleted`,
      [new Date(now), workspaceId, excess.answers - answers, excess.bytes - bytes, DELETE_BATCH],
    );
    const [batch] = rows;
    // Another replica deletes the same answers.
    if (!batch || Number(batch.answers) === 0) break;
    answers += Number(batch.answers);
    bytes += Number(batch.bytes ?? 0);
  }
  return answers;
}
