import { parseArgs } from 'node:util';
import { adminSettings, findDatabase } from '@headwater/kit/admin-settings';
import { loadConfig } from '@headwater/kit/config';
import { createLog } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';
import { SCOPES } from './domain/principal';
import { generateToken, parseToken } from './domain/token-format';
import { recordDone } from './store/audit-log';
import { createToken } from './store/create-token';
import { createWorkspace } from './store/create-workspace';

const USAGE = `Makes workspaces and tokens. A token is shown once and kept only as a hash.

  admin workspace create <name>     makes a workspace and its first token
  admin token create <workspace-id> makes another token
`;

/** Runs one admin command against DATABASE_URL and gives the process's exit code. */
async function admin(argv: readonly string[]): Promise<number> {
  const [area, verb, argument] = parseArgs({ args: [...argv], allowPositionals: true }).positionals;
  const isKnown = (area === 'workspace' || area === 'token') && verb === 'create' && argument;
  if (!isKnown || (area === 'token' && !/^[1-9]\d{0,15}$/.test(argument))) {
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
    const workspaceId = area === 'workspace' ? await createWorkspace(pool, argument) : Number(argument);
    const token = generateToken();
    const parsed = parseToken(token);
    if (!parsed) throw new Error('made a malformed token');
    const made = await createToken(pool, { workspaceId, token: parsed, name: 'admin', scopes: SCOPES });
    if (!made) {
      console.error(`There is no workspace ${workspaceId}.`);
      return 1;
    }
    const done = { workspaceId, at: made.createdAtMs, actor: { type: 'admin' } as const };
    if (area === 'workspace') await recordDone(pool, { ...done, action: 'createWorkspace' });
    await recordDone(pool, { ...done, action: 'createToken', targetId: String(made.id) });
    console.log(JSON.stringify({ workspaceId, token }));
    return 0;
  } finally {
    await pool.end();
  }
}

admin(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
