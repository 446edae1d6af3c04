import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '..');
const dist = join(folder, 'dist');

test('each page stays within the byte budgets', () => {
  // Exits with 1 above a budget. The test run has built the files already.
  const output = execFileSync(process.execPath, [join(folder, 'build.mjs')], { encoding: 'utf8' });
  expect(output).toMatch(/^first page: max \d+ bytes .*\nfurther page: max \d+ bytes /);
});

test('index.html has no inline script, inline style or external URL, which the content security policy would block', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  expect(page).toMatch(/<script type="module" [^>]*src="\/assets\/[^"]+\.js"><\/script>/);
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|https?:/);
});

test('the scripts are production builds in every environment', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  for (const script of scripts)
    expect(readFileSync(join(dist, 'assets', script), 'utf8')).not.toContain('lineNumber');
});

test('dist has a script of its own for each page, one style for all pages, and no source maps', () => {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /-page-[\w-]{8}\.js$/.test(name)).length).toBeGreaterThan(15);
  const styles = names.filter((name) => name.endsWith('.css'));
  // The first page has one. Dialogs and pages load theirs with their scripts.
  expect(styles.filter((name) => name.startsWith('assets/index-'))).toHaveLength(1);
  expect(styles.length).toBeGreaterThan(1);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
});
