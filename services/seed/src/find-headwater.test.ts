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

test('suggests npm start when no Headwater runs', () => {
  expect(() => find()).toThrow('Run `npm start` in another terminal');
});

test('reads addresses and token that npm start wrote', () => {
  writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addresses));
  writeFileSync(join(folder, 'token'), 'hw_1_x\n');
  expect(find()).toMatchObject({
    apiUrl: addresses.apiUrl,
    sitesAddress: addresses.sitesAddress,
    token: 'hw_1_x',
  });
});

test('sends the service token of npm start only to the services of that npm start', () => {
  writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addresses));
  writeFileSync(join(folder, 'token'), 'hw_1_x\n');
  expect(find().rpcToken).toBeUndefined();
  writeFileSync(join(folder, 'rpc-token'), 'of-this-data-directory\n');
  expect(find().rpcToken).toBe('of-this-data-directory');
  expect(find({ SITES_ADDRESS: 'sites.example:50051' }).rpcToken).toBeUndefined();
  expect(find({ RPC_TOKEN: 'from-the-environment' }).rpcToken).toBe('from-the-environment');
});

test('the environment overrides the data directory, and its token is never printed', () => {
  writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addresses));
  const found = find({ API_URL: 'http://elsewhere/', API_TOKEN: 'hw_2_y' });
  expect(found).toMatchObject({ apiUrl: 'http://elsewhere', token: 'hw_2_y', tokenInShell: '$API_TOKEN' });
});
