import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../../../services/e2e/src/child-process';
import { THIS_RELEASE, type Release } from './release';

const STORES = ['gateway', 'sites', 'identity', 'shared/eventstore'];
/** The exit code of scripts/older-code.mjs for a clone that is too shallow. */
const NOT_RUN = 77;

/** A release that is older than this one. */
interface OlderRelease extends Release {
  /** The migrations that it lacks, as `store/name`; none if the clone is too shallow for older code. */
  readonly missingMigrations: readonly string[];
  remove(): void;
}

/**
 * Checks out and builds the release from before the newest migration, or that of the commit UPGRADE_FROM. In a shallow clone, it has the
 * programs of this release.
 */
export function olderRelease(): OlderRelease {
  const root = repositoryRoot();
  const directory = mkdtempSync(join(tmpdir(), 'headwater-older-'));
  const folder = join(directory, 'code');
  const remove = (): void => {
    rmSync(directory, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune'], { cwd: root });
  };
  const commit = process.env['UPGRADE_FROM'];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/older-code.mjs', folder, ...(commit ? [commit] : [])],
    { cwd: root, encoding: 'utf8' },
  );
  if (status === NOT_RUN) {
    console.warn(`No upgrade from older programs is tested. ${stderr}`);
    return { ...THIS_RELEASE, tag: 'older', missingMigrations: [], remove };
  }
  if (status !== 0) {
    remove();
    throw new Error(`The older release can't be built: ${stderr}`);
  }
  return {
    chart: join(folder, 'helm/headwater'),
    values: join(folder, 'helm/test/values/production.yaml'),
    tag: 'older',
    programs: folder,
    missingMigrations: STORES.flatMap((store) => {
      const migrations = `services/${store}/migrations`;
      return readdirSync(join(root, migrations))
        .filter((file) => !existsSync(join(folder, migrations, file)))
        .map((file) => `${store.replace('shared/', '')}/${file.replace('.sql', '')}`);
    }),
    remove,
  };
}
