import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BreakingMigrationError } from '../src/breaking-migration';
import { recordBreakingMigrations, refuseBreakingMigrations } from '../src/pg/breaking-migrations';
import { migrate } from '../src/pg/migrate';
import { pendingMigrations } from '../src/pg/pending-migrations';
import { testDatabase, type TestDatabase } from '../src/testing/test-database';

const FIRST = { '0001_things': 'CREATE TABLE kit.things (id int);' };
const COMPATIBLE = { ...FIRST, '0002_more': 'ALTER TABLE kit.things ADD COLUMN more int;' };
const BREAKING = {
  ...COMPATIBLE,
  '0003_less':
    '-- breaking: programs before it write the column more\nALTER TABLE kit.things DROP COLUMN more;',
};

const folders: string[] = [];
let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A program with these migrations. */
function program(files: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-kit-'));
  folders.push(directory);
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, `${name}.sql`), `${sql}\n`);
  const options = { databaseUrl: database.url, schema: 'kit', directory };
  return {
    migrate: () => migrate(options),
    record: () => recordBreakingMigrations(database.pool, options),
    start: () => refuseBreakingMigrations(database.pool, options),
    pending: () => pendingMigrations(options),
  };
}

test('a program starts on the schema of a later program without a breaking migration', async () => {
  await program(COMPATIBLE).migrate();
  const older = program(FIRST);
  await older.start();
  expect(await older.pending()).toEqual([]);
});

test('a program refuses to start, wait or migrate on a schema with a breaking migration that it does not have', async () => {
  await program(COMPATIBLE).migrate();
  const older = program(COMPATIBLE);
  await older.start();
  await program(BREAKING).migrate();
  for (const attempt of [older.start, older.pending, older.migrate]) {
    const error: unknown = await attempt().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BreakingMigrationError);
    expect((error as Error).message).toBe(
      'The schema kit is too new for this program: it has the breaking migration 0003_less (programs before it write the ' +
        'column more). Start the version that applied it, or a later one. To go back, restore a backup from before that migration.',
    );
  }
});

test('a program with the breaking migration starts, and so does each later one', async () => {
  const newer = program(BREAKING);
  await newer.migrate();
  await newer.start();
  await program({ ...BREAKING, '0004_more': 'SELECT 1;' }).start();
  expect(await newer.migrate()).toEqual([]);
});

test('a breaking migration that was recorded and not applied refuses nobody', async () => {
  await program(COMPATIBLE).migrate();
  await program(BREAKING).record();
  await program(COMPATIBLE).start();
});

test('a program starts on an empty database', async () => {
  await program(BREAKING).start();
  expect(await program(FIRST).pending()).toEqual(['0001_things']);
});
