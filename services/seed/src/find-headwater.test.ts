import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@headwater/kit/config';
import { seedSettings } from './config';
import { findHeadwater } from './find-headwater';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seed-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const find = (env: Record<string, string> = {}) =>
  findHeadwater(loadConfig(seedSettings, { DATA_DIR: folder, ...env }));

const addresses = {
  apiUrl: 'http://localhost:8080',
  collectUrl: 'http://localhost:8081',
  sitesAddress: '127.0.0.1:50051',
  clickhouseUrl: 'http://localhost:8123/headwater',
};

test('says to run npm start when nothing runs', () => {
  expect(() => find()).toThrow('Run `npm start` first');
});

test('reads what npm start wrote', () => {
  writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addresses));
  writeFileSync(join(folder, 'token'), 'hw_1_x\n');
  expect(find()).toMatchObject({
    apiUrl: addresses.apiUrl,
    sitesAddress: addresses.sitesAddress,
    token: 'hw_1_x',
  });
});

test('the environment goes before the data directory, and its token is never printed', () => {
  writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addresses));
  const found = find({ API_URL: 'http://elsewhere/', API_TOKEN: 'hw_2_y' });
  expect(found).toMatchObject({ apiUrl: 'http://elsewhere', token: 'hw_2_y', tokenInShell: '$API_TOKEN' });
});
