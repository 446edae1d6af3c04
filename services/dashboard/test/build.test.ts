import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '..');
const dist = join(folder, 'dist');

test('the built files stay within the byte budget', () => {
  // Exits with 1 above the budget. The test run has built the files already.
  const output = execFileSync(process.execPath, [join(folder, 'build.mjs')], { encoding: 'utf8' });
  expect(output).toMatch(/^dist\/: \d+ bytes with brotli/);
});

test('index.html has no inline script, inline style or external URL, which the content security policy would block', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  expect(page).toMatch(/<script type="module" [^>]*src="\/assets\/[^"]+\.js"><\/script>/);
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|https?:/);
});

test('the script is a production build in every environment', () => {
  const [script = ''] = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  expect(readFileSync(join(dist, 'assets', script), 'utf8')).not.toContain('lineNumber');
});

test('dist has exactly the expected scripts and styles', () => {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const loaded = names.filter((name) => /\.(js|css)$/.test(name));
  // Sorted by name without the content hash.
  expect(loaded.map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
    'assets/index.css',
    'assets/index.js',
    'reload.js',
  ]);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
});
