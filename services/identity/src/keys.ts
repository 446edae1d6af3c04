import { parseArgs } from 'node:util';
import { adminSettings, findDatabase } from '@headwater/kit/admin-settings';
import { systemClock } from '@headwater/kit/clock';
import { loadConfig, readSecretFiles } from '@headwater/kit/config';
import { createLog } from '@headwater/kit/log';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { withHint } from '@headwater/kit/hint';
import { HMAC_KEY_ID } from './domain/hmac-keys';
import { listKeys, retireKey } from './store/keys';

const USAGE = `Manages the keys that email addresses are hashed with, by their ids. Needs and shows no secrets.

  keys list          lists the keys, the number of profiles hashed with each, and which keys are retired
  keys retire <id>   retires a key that no profile and no logged erasure needs, so that it can be removed from HMAC_KEYS
`;

/** Runs one command against DATABASE_URL. @returns the exit code of the process */
async function keys(argv: readonly string[]): Promise<number> {
  const [verb, id, ...rest] = parseArgs({ args: [...argv], allowPositionals: true }).positionals;
  const retires = verb === 'retire' && id !== undefined && HMAC_KEY_ID.test(id);
  if (rest.length > 0 || !(retires || (verb === 'list' && id === undefined))) {
    console.error(USAGE);
    return 2;
  }
  // eslint-disable-next-line no-restricted-syntax -- a command is a process of its own, and reads its settings here
  const config = loadConfig(adminSettings, readSecretFiles([adminSettings], process.env));
  const pool = createPool({
    databaseUrl: findDatabase(config, 'identity'),
    applicationName: 'identity keys',
    log: createLog('keys', 'warn'),
  });
  try {
    return await acrossWorkspaces(async () => {
      if (retires) return retire(pool, id);
      console.log(JSON.stringify(await listKeys(pool)));
      return 0;
    });
  } finally {
    await pool.end();
  }
}

async function retire(pool: Pool, id: string): Promise<number> {
  const { profiles, erasures } = await retireKey(pool, id, systemClock.now());
  if (profiles > 0) {
    console.error(
      `${id} cannot be retired: ${profiles} profiles are hashed with it. An account moves to the current key with its next ` +
        'identify or payment. To move all accounts, send all addresses to POST /api/v1/identify/bulk.',
    );
    return 1;
  }
  if (erasures > 0) {
    console.error(
      `${id} cannot be retired: ${erasures} logged erasures are sealed with it. Identity moves them to the current key when it ` +
        'starts and every hour. Start all replicas with the new key first.',
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
    console.error(withHint(error));
    process.exitCode = 1;
  },
);
