import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { EVENT_LIMITS, PAYMENT_LIMITS } from '@headwater/protos/limits';
import { visitorIdProblem, VISITOR_ID_RULE } from '@headwater/protos/visitor-id';
import { LIMITS } from '../src/domain/reference-tables';

const page = readFileSync(join(packageRoot('@headwater/gateway'), 'LIMITS.md'), 'utf8');

test('LIMITS.md lists the limits of the API reference', () => {
  const table = page.split('## All limits')[1] ?? '';
  const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, what, value]) => [what, value]);
  expect(rows).toEqual(LIMITS);
});

test('the sentences of LIMITS.md state the limits', () => {
  expect(page).toContain(`follow one rule: ${VISITOR_ID_RULE}.`);
  expect(page).toContain(`more than ${EVENT_LIMITS.maxLeadMinutes} minutes off`);
  expect(page).toContain(`any time from ${PAYMENT_LIMITS.firstYear} until tomorrow`);
  expect(Math.floor(EVENT_LIMITS.maxImportAgeDays / 365.25)).toBe(5);
  expect(page).toContain('can be five years old');
});

test('the visitor ids in LIMITS.md are accepted and refused', () => {
  const table = (page.split('<!-- run: visitor-ids -->')[1] ?? '').split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| `(.+)` \| (accepted|refused) \|$/gm)];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, id = '', expected] of rows)
    expect([id, visitorIdProblem(id.replaceAll('\\|', '|')) === undefined ? 'accepted' : 'refused']).toEqual([
      id,
      expected,
    ]);
});
