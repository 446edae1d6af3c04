import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VISITOR_KEY_SETTINGS, type VisitorKey } from '@headwater/eventstore/stored-ids';
import { z } from 'zod';
import type { SeedConfig } from './config';

/** Addresses and token of a running Headwater. */
export interface Headwater {
  readonly apiUrl: string;
  readonly token: string;
  /** Shell expression for the token, so that printed commands contain no secret. */
  readonly tokenInShell: string;
  readonly sitesAddress: string;
  readonly clickhouseUrl: string;
  /** Authenticates calls to `sitesAddress`. */
  readonly rpcToken: string | undefined;
  readonly visitorKey: VisitorKey;
}

const ADDRESSES = z
  .object({ apiUrl: z.string(), sitesAddress: z.string(), clickhouseUrl: z.string() })
  .partial();

/** Reads the settings, with defaults from the data directory. @throws Error when a value is in neither */
export function findHeadwater(config: SeedConfig): Headwater {
  const tokenFile = join(config.dataDir, 'token');
  const addresses = ADDRESSES.parse(JSON.parse(readIfExists(join(config.dataDir, 'addresses.json')) ?? '{}'));
  const needed = (value: string | undefined, variable: string): string => {
    if (value) return value;
    throw new Error(
      `${config.dataDir} has no addresses of a running Headwater. Run \`npm start\` in another terminal, or set ${variable} for a remote Headwater.`,
    );
  };
  // The file's token is only for the services that wrote it: another address must not get it.
  const ownToken = config.sitesAddress ? undefined : readIfExists(join(config.dataDir, 'rpc-token'))?.trim();
  const ownKey = config.clickhouseUrl ? undefined : readIfExists(join(config.dataDir, 'visitor-key'))?.trim();
  return {
    apiUrl: needed(config.apiUrl ?? addresses.apiUrl, 'API_URL'),
    sitesAddress: needed(config.sitesAddress || addresses.sitesAddress, 'SITES_ADDRESS'),
    clickhouseUrl: needed(config.clickhouseUrl ?? addresses.clickhouseUrl, 'CLICKHOUSE_URL'),
    rpcToken: config.rpcToken ?? ownToken,
    visitorKey: config.visitorKey ?? VISITOR_KEY_SETTINGS.visitorKey.schema.parse(ownKey) ?? 'none',
    token: needed(config.apiToken ?? readIfExists(tokenFile)?.trim(), 'API_TOKEN'),
    tokenInShell: config.apiToken ? '$API_TOKEN' : `$(cat ${tokenFile})`,
  };
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
