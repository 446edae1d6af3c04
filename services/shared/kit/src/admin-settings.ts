import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineSettings, text, url } from './config';
import { SECRETS_KEY_SETTINGS, type SealingKeys } from './seal';

/** Settings of the operator commands `admin` and `keys`. */
export const adminSettings = defineSettings({
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres of the services; default: the one of a running `npm start`',
    schema: url(['postgres:', 'postgresql:']).optional(),
    secret: true,
  },
  dataDir: {
    env: 'DATA_DIR',
    doc: 'data directory of `npm start`, with its databases and their addresses',
    schema: text('.headwater'),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    doc: 'public URL of the API and the dashboard; default: the one of a running `npm start`',
    schema: url(['http:', 'https:']).optional(),
  },
  secretsKeys: {
    ...SECRETS_KEY_SETTINGS.secretsKeys,
    schema: SECRETS_KEY_SETTINGS.secretsKeys.schema.optional(),
  },
});

/** Returns DATABASE_URL, or a service's URL from the `npm start` that runs on the data directory. @throws without either. */
export function findDatabase(
  config: { readonly databaseUrl?: string | undefined; readonly dataDir: string },
  service: 'gateway' | 'identity',
): string {
  const found = config.databaseUrl ?? readAddresses(config.dataDir)?.databaseUrls?.[service];
  if (found !== undefined) return found;
  throw new Error(`Set DATABASE_URL, or run \`npm start\` first: no instance runs on ${config.dataDir}.`);
}

/** Returns PUBLIC_URL, or the URL of the `npm start` that runs on the data directory. */
export function findPublicUrl(config: {
  readonly publicUrl?: string | undefined;
  readonly dataDir: string;
}): string {
  return config.publicUrl ?? readAddresses(config.dataDir)?.apiUrl ?? 'http://localhost:8080';
}

/** Returns SECRETS_KEY, or the key of the `npm start` that runs on the data directory. @throws without either */
export function findSecretsKeys(config: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly secretsKeys?: SealingKeys | undefined;
}): SealingKeys {
  // The key in the data directory belongs to its own database.
  if (config.secretsKeys) return config.secretsKeys;
  const stored =
    config.databaseUrl === undefined ? readIfExists(join(config.dataDir, 'secrets-key')) : undefined;
  if (stored === undefined) throw new Error('SECRETS_KEY is missing. Set the key of the gateways.');
  return SECRETS_KEY_SETTINGS.secretsKeys.schema.parse(stored.trim());
}

interface Addresses {
  readonly databaseUrls?: Readonly<Record<string, string>>;
  readonly apiUrl?: string;
  /** gRPC. */
  readonly sitesAddress?: string;
  /** gRPC. */
  readonly identityAddress?: string;
}

/** The addresses of the `npm start` that runs on the data directory. */
export function readAddresses(dataDir: string): Addresses | undefined {
  const stored = readIfExists(join(dataDir, 'addresses.json'));
  return stored === undefined ? undefined : (JSON.parse(stored) as Addresses);
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
