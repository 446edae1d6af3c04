import { findDatabase, findPublicUrl, findSecretsKeys } from '@headwater/kit/admin-settings';
import { systemClock } from '@headwater/kit/clock';
import { loadConfig, readSecretFiles } from '@headwater/kit/config';
import { withHint } from '@headwater/kit/hint';
import { createLog } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { parseCommand, runCommand, USAGE } from './admin/commands';
import { adminCommandSettings, findServices } from './admin/config';
import { generateToken } from './domain/token-format';

/** Runs an admin command against DATABASE_URL. @returns the exit code. */
async function admin(argv: readonly string[]): Promise<number> {
  const command = parseCommand(argv);
  if (!command) {
    console.error(USAGE);
    return 2;
  }
  if (command.verb === 'generateToken') {
    console.log(generateToken());
    return 0;
  }
  // eslint-disable-next-line no-restricted-syntax -- the command is a process of its own and reads its settings here
  const config = loadConfig(adminCommandSettings, readSecretFiles([adminCommandSettings], process.env));
  const db = createPool({
    databaseUrl: findDatabase(config, 'gateway'),
    applicationName: 'gateway admin',
    log: createLog('admin', 'warn'),
  });
  try {
    const context = {
      publicUrl: findPublicUrl(config),
      secretsKeys: () => findSecretsKeys(config),
      now: systemClock.now(),
      services: () => findServices(config),
      report: (text: string) => console.error(text),
    };
    const output = await acrossWorkspaces(() => runCommand(db, command, context));
    if (output) {
      const lines = Array.isArray(output) ? (output as object[]) : [output];
      for (const line of lines) console.log(JSON.stringify(line));
      return lines.some(hasFailed) ? 1 : 0;
    }
    console.error(
      'workspaceId' in command
        ? `Workspace ${command.workspaceId} does not exist.`
        : 'No workspace exists yet. Create one with: admin workspace create <name>',
    );
    return 1;
  } finally {
    await db.end();
  }
}

/** Whether a fault was found, or a part was skipped. */
function hasFailed(line: object): boolean {
  return ('result' in line && line.result === 'fault') || ('complete' in line && line.complete === false);
}

admin(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(withHint(error));
    process.exitCode = 1;
  },
);
