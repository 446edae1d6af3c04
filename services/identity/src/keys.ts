import { parseArgs } from 'node:util';
import { adminSettings, findDatabase } from '@headwater/kit/admin-settings';
import { systemClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { createLog } from '@headwater/kit/log';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { withRemedy } from '@headwater/kit/remedy';
import { HMAC_KEY_ID } from './domain/hmac-keys';
import { listKeys } from './store/list-keys';
import { retireKey } from './store/retire-key';

const USAGE = `Tells of the keys that addresses are hashed with, by their ids. Their secrets are not needed and not shown.

  keys list          how many profiles are hashed under each key, and which are retired
  keys retire <id>   retires a key that no profile needs any more, so that it can be taken out of HMAC_KEYS
`;

/** Runs one command against DATABASE_URL and gives the process's exit code. */
async function keys(argv: readonly string[]): Promise<number> {
  const [verb, id, ...rest] = parseArgs({ args: [...argv], allowPositionals: true }).positionals;
  const retires = verb === 'retire' && id !== undefined && HMAC_KEY_ID.test(id);
  if (rest.length > 0 || !(retires || (verb === 'list' && id === undefined))) {
    console.error(USAGE);
    return 2;
  }
  // eslint-disable-next-line no-restricted-syntax -- a command is its own process: this is where its settings come in
  const config = loadConfig(adminSettings, process.env);
  const pool = createPool({
    databaseUrl: findDatabase(config),
    applicationName: 'identity keys',
    log: createLog('keys', 'warn'),
  });
  try {
    if (retires) return await retire(pool, id);
    console.log(JSON.stringify(await listKeys(pool)));
    return 0;
  } finally {
    await pool.end();
  }
}

async function retire(pool: Pool, id: string): Promise<number> {
  const { profiles } = await retireKey(pool, id, systemClock.now());
  if (profiles > 0) {
    console.error(
      `${id} is still needed: ${profiles} profiles are hashed under it. An account moves to the current key when it is next ` +
        'seen; POST /api/v1/identify/bulk with all addresses moves them all.',
    );
    return 1;
  }
  console.log(JSON.stringify({ retired: id }));
  return 0;
}

keys(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(withRemedy(error));
    process.exitCode = 1;
  },
);
