import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../child-process';
import type { System } from '../system';

/** The commands of README's marked block, as a shell would get them by pasting. */
function readmeBlock(mark: string): string {
  const readme = readFileSync(join(repositoryRoot(), 'README.md'), 'utf8');
  const block = new RegExp(`<!-- run: ${mark} -->\\n\`\`\`sh\\n([^]*?)\`\`\``).exec(readme)?.[1];
  if (block === undefined) throw new Error(`README.md has no block marked "run: ${mark}"`);
  return block;
}

/** README's examples do what README says. */
export function describeReadme(system: () => System): void {
  test("README's first steps work when pasted", async () => {
    const commands = readmeBlock('first-steps')
      .replace('http://localhost:8080', system().apiUrl)
      .replace('$(cat .headwater/token)', system().token);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands]);
    const [events, identified, analysis] = stdout
      .split(/(?<=\})(?=\{)|\n/)
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(events).toMatchObject({ accepted: 2, dropped: [] });
    expect(identified).toEqual({ ok: true, linked: true, channel: 'Organic Search' });
    expect(analysis.data).toMatchObject({ name: 'signup', events: 1, pageviews: 1, eventRate: 100 });
    expect(analysis.data.breakdown).toEqual([expect.objectContaining({ key: 'Organic Search', events: 1 })]);
  });
}
