import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../deploy/screenshots');
const VARIANTS = ['light', 'dark', 'phone'];

test('each page has a small screenshot in every variant', () => {
  const names = readdirSync(folder).sort();
  const pages = [...new Set(names.map((name) => name.replace(/-[a-z]+\.png$/, '')))];
  expect(pages.length).toBeGreaterThanOrEqual(6);
  expect(names).toEqual(pages.flatMap((page) => VARIANTS.map((variant) => `${page}-${variant}.png`)).sort());
  expect(names.filter((name) => statSync(join(folder, name)).size > 200 * 1024)).toEqual([]);
});
