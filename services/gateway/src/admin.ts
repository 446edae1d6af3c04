import { adminSettings, findDatabase, findPublicUrl } from '@headwater/kit/admin-settings';
import { systemClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { assertNever } from '@headwater/kit/errors';
import { createLog } from '@headwater/kit/log';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { withRemedy } from '@headwater/kit/remedy';
import { makeDashboardLink } from './admin/make-dashboard-link';
import { makeToken } from './admin/make-token';
import { parseCommand, USAGE, type AdminCommand } from './admin/parse-command';
import { createWorkspace } from './store/create-workspace';

/** Runs one admin command against DATABASE_URL and gives the process's exit code. */
async function admin(argv: readonly string[]): Promise<number> {
  const command = parseCommand(argv);
  if (!command) {
    console.error(USAGE);
    return 2;
  }
  // eslint-disable-next-line no-restricted-syntax -- a command is its own process: this is where its settings come in
  const config = loadConfig(adminSettings, process.env);
  const pool = createPool({
    databaseUrl: findDatabase(config),
    applicationName: 'gateway admin',
    log: createLog('admin', 'warn'),
  });
  try {
    const made = await run(pool, command, findPublicUrl(config));
    if (made) console.log(JSON.stringify(made));
    else
      console.error(
        'workspaceId' in command
          ? `There is no workspace ${command.workspaceId}.`
          : 'There is no workspace yet.',
      );
    return made ? 0 : 1;
  } finally {
    await pool.end();
  }
}

/** @returns what is to be shown, undefined when the workspace is not there. */
async function run(pool: Pool, command: AdminCommand, publicUrl: string): Promise<object | undefined> {
  switch (command.verb) {
    case 'createWorkspace':
      return makeToken(pool, await createWorkspace(pool, command.name), { isNewWorkspace: true });
    case 'createToken':
      return makeToken(pool, command.workspaceId);
    case 'createDashboardLink':
      return makeDashboardLink(pool, { ...command, publicUrl, now: systemClock.now() });
    default:
      return assertNever(command);
  }
}

admin(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(withRemedy(error));
    process.exitCode = 1;
  },
);
