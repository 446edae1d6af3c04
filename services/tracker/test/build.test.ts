import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { packageRoot } from '@headwater/kit/package-root';
import { stub } from './page-host';

test('the built script is at most 2.5 KiB with brotli and leaves one name in the page', () => {
  const root = packageRoot('@headwater/tracker');
  execFileSync(process.execPath, [join(root, 'build.mjs')]);
  const code = readFileSync(join(root, 'dist', 'hw.js'), 'utf8');
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(2560);
  expect(code).toMatch(/^\(\(\)=>\{/);
});

test.each(['README.md', 'services/dashboard/src/pages/install-page.tsx'])(
  '%s shows the element before the snippet as the README of the tracker does',
  (file) => {
    const text = readFileSync(join(packageRoot('@headwater/tracker'), '../..', file), 'utf8');
    expect(text).toContain(stub());
  },
);
