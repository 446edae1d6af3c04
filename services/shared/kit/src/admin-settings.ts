import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineSettings, text, url } from './config';

/** Settings of a command that an operator runs beside the services. */
export const adminSettings = defineSettings({
  databaseUrl: {
    env: 'DATABASE_URL',
    doc: 'Postgres of the services; default: that of `npm start` while it runs',
    schema: url(['postgres:', 'postgresql:']).optional(),
    secret: true,
  },
  dataDir: {
    env: 'DATA_DIR',
    doc: 'where `npm start` keeps its databases and tells where they are',
    schema: text('.headwater'),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    doc: 'where the API and the dashboard are reached from outside; default: those of `npm start` while it runs',
    schema: url(['http:', 'https:']).optional(),
  },
});

/** The Postgres that the settings name, or the one of the `npm start` that runs on the data directory. @throws without either. */
export function findDatabase(config: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
}): string {
  const found = config.databaseUrl ?? addressesIn(config.dataDir)?.databaseUrl;
  if (found !== undefined) return found;
  throw new Error(`Set DATABASE_URL, or run \`npm start\` first: nothing runs on ${config.dataDir}.`);
}

/** The public URL that the settings name, or the one of the `npm start` that runs on the data directory. */
export function findPublicUrl(config: {
  readonly publicUrl?: string | undefined;
  readonly dataDir: string;
}): string {
  return config.publicUrl ?? addressesIn(config.dataDir)?.apiUrl ?? 'http://localhost:8080';
}

interface Addresses {
  readonly databaseUrl?: string;
  readonly apiUrl?: string;
}

function addressesIn(dataDir: string): Addresses | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as Addresses;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
