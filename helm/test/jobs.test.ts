import { podOf, type Container } from './pods';
import { object, ofKind, render } from './render';

describe('jobs', () => {
  test('the migration is a plain Job on install and a hook before an upgrade', () => {
    const annotations = (name: string, args: string[]) =>
      object(render('production', args), 'Job', name).metadata.annotations;
    expect(annotations('hw-headwater-migrate', [])).toBeUndefined();
    expect(annotations('hw-headwater-migrate-upgrade', ['--is-upgrade'])).toMatchObject({
      'helm.sh/hook': 'pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
    });
  });

  test('a failed hook and the Job of the install do not block a rollback to the install', () => {
    const job = (args: string[]) => ofKind(render('production', args), 'Job')[0];
    // A rollback creates the Job of the install again, so no other Job may have its name. The Job expires.
    expect(job(['--is-upgrade'])?.metadata.name).not.toBe(job([])?.metadata.name);
    expect(job([])?.spec.ttlSecondsAfterFinished).toBe(300);
    // The failed hook remains, with its log, until the next hook replaces it.
    expect(job(['--is-upgrade'])?.spec).not.toHaveProperty('ttlSecondsAfterFinished');
    // A GitOps tool would create an expired Job again every day.
    expect(ofKind(render('gitops'), 'Job')[0]?.spec).not.toHaveProperty('ttlSecondsAfterFinished');
  });

  test('with a bundled database, each upgrade has its own Job and no hook that waits for the database', () => {
    const [job] = ofKind(render('trial', ['--is-upgrade']), 'Job');
    expect(job?.metadata.name).toMatch(/^hw-headwater-migrate-\d+$/);
    expect(job?.metadata.annotations).toBeUndefined();
  });

  test('is always a Job under GitOps, with a hash of its pod in the name', () => {
    const name = (args: string[]) => ofKind(render('gitops', args), 'Job').map(({ metadata }) => metadata);
    const [first] = name([]);
    expect(first?.name).toMatch(/^hw-headwater-migrate-[0-9a-f]{8}$/);
    expect(first?.annotations).toBeUndefined();
    expect(name(['--is-upgrade'])[0]?.name).toBe(first?.name);
    expect(name(['--set', `image.digest=sha256:${'f'.repeat(64)}`])[0]?.name).not.toBe(first?.name);
  });

  test.each([
    ['purge', '17 * * * *', 7_200],
    ['selfaudit', '41 3 * * *', 3_600],
  ])('%s runs never overlap, use UTC and may start late', (job, schedule, activeDeadlineSeconds) => {
    expect(object(render('production'), 'CronJob', `hw-headwater-${job}`).spec).toMatchObject({
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 3_600,
      timeZone: 'Etc/UTC',
      schedule,
      jobTemplate: { spec: { activeDeadlineSeconds } },
    });
  });
});

test('jobs get the settings in config', () => {
  const manifests = render('production', ['--set', 'config.SCHEMA_WAIT_SECONDS=30,config.LOG_LEVEL=debug']);
  for (const component of ['migrate', 'purge', 'selfaudit']) {
    const { env = [] } = podOf(manifests, component).spec.containers[0] as Container;
    expect(env).toEqual(
      expect.arrayContaining([
        { name: 'SCHEMA_WAIT_SECONDS', value: '30' },
        { name: 'LOG_LEVEL', value: 'debug' },
      ]),
    );
    expect(env.filter(({ name }) => name === 'LOG_LEVEL')).toHaveLength(1);
  }
});
