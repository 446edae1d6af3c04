import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '..');
const dist = join(folder, 'dist');

test('what a browser loads stays within its byte budget', () => {
  // Ends with 1 when it does not; the run of the tests has built it already.
  const told = execFileSync(process.execPath, [join(folder, 'build.mjs')], { encoding: 'utf8' });
  expect(told).toMatch(/^dist\/: \d+ bytes with brotli/);
});

test('the page holds no script, style or address that its policy would refuse', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  expect(page).toMatch(/<script type="module" [^>]*src="\/assets\/[^"]+\.js"><\/script>/);
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|https?:/);
});

test('the script is that of a release, whatever the environment it is built in', () => {
  const [script = ''] = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  expect(readFileSync(join(dist, 'assets', script), 'utf8')).not.toContain('lineNumber');
});

test('nothing of another place is left in dist', () => {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const loaded = names.filter((name) => /\.(js|css)$/.test(name));
  // In the order of their names, not of what stands for their contents.
  expect(loaded.map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
    'assets/index.css',
    'assets/index.js',
    'reload.js',
  ]);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
});
