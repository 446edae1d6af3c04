import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SeedConfig } from './config';

/** Where the parts of a running Headwater are. */
export interface Headwater {
  readonly apiUrl: string;
  readonly token: string;
  /** The token as a shell finds it, so that a printed command holds no secret. */
  readonly tokenInShell: string;
  readonly sitesAddress: string;
  readonly clickhouseUrl: string;
}

const ADDRESSES = z
  .object({ apiUrl: z.string(), sitesAddress: z.string(), clickhouseUrl: z.string() })
  .partial();

/** From the settings, and for what they leave out from the data directory. @throws when neither tells. */
export function findHeadwater(config: SeedConfig): Headwater {
  const tokenFile = join(config.dataDir, 'token');
  const addresses = ADDRESSES.parse(JSON.parse(readIfThere(join(config.dataDir, 'addresses.json')) ?? '{}'));
  const needed = (value: string | undefined, variable: string): string => {
    if (value) return value;
    throw new Error(
      `No running Headwater is known in ${config.dataDir}. Run \`npm start\` first, in another terminal; or, for one that runs elsewhere, set ${variable}.`,
    );
  };
  return {
    apiUrl: needed(config.apiUrl ?? addresses.apiUrl, 'API_URL'),
    sitesAddress: needed(config.sitesAddress || addresses.sitesAddress, 'SITES_ADDRESS'),
    clickhouseUrl: needed(config.clickhouseUrl ?? addresses.clickhouseUrl, 'CLICKHOUSE_URL'),
    token: needed(config.apiToken ?? readIfThere(tokenFile)?.trim(), 'API_TOKEN'),
    tokenInShell: config.apiToken ? '$API_TOKEN' : `$(cat ${tokenFile})`,
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
