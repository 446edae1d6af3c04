import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../deploy/screenshots');
const LOOKS = ['light', 'dark', 'phone'];

test('each pictured page is there in every look, and small', () => {
  const names = readdirSync(folder).sort();
  const pages = [...new Set(names.map((name) => name.replace(/-[a-z]+\.png$/, '')))];
  expect(pages.length).toBeGreaterThanOrEqual(6);
  expect(names).toEqual(pages.flatMap((page) => LOOKS.map((look) => `${page}-${look}.png`)).sort());
  expect(names.filter((name) => statSync(join(folder, name)).size > 150 * 1024)).toEqual([]);
});
