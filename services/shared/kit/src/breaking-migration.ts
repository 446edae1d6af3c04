/**
 * Marks a migration that earlier programs cannot run with: a line `-- breaking: <reason>` in its file. When it is applied, its
 * name and reason are recorded in the database, where earlier programs find it at their start.
 */
const MARKER = /^-- breaking: *(\S.*?) *$/m;

/** The reason of a migration's marker; undefined without one. */
export function breakingReason(sql: string): string | undefined {
  return MARKER.exec(sql)?.[1];
}

/** An applied breaking migration that this program does not have. */
export interface BreakingMigration {
  readonly name: string;
  readonly reason: string;
}

/** The database is newer than this program, which must not run with it. */
export class BreakingMigrationError extends Error {
  constructor(schema: string, migrations: readonly BreakingMigration[]) {
    const list = migrations.map(({ name, reason }) => `${name} (${reason})`).join(', ');
    super(
      `The schema ${schema} is too new for this program: it has the breaking migration ${list}. Start the version that ` +
        'applied it, or a later one. To go back, restore a backup from before that migration.',
    );
    this.name = 'BreakingMigrationError';
  }
}
