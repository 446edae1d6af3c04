import { readFileSync } from 'node:fs';
import type { DashboardTab } from '../../src/dashboard-tab';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Dark mode differs only in colours. */
export const AXE_RULES = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast'],
} as const;

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** All findings of axe on the current page, of any impact. */
export async function axeFindings(
  { page }: DashboardTab,
  rules: readonly string[] = AXE_RULES.light,
): Promise<string[]> {
  await page.evaluate(`${AXE};0`);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html} ${failureSummary}`),
  );
}
