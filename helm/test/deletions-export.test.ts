import { podOf, type Container } from './pods';
import { object, ofKind, render } from './render';

interface Rule {
  readonly from?: { podSelector?: { matchLabels: Record<string, string> } }[];
  readonly ports: { port: number }[];
}

const ENABLED = ['--set', 'deletionsExport.enabled=true', '--set', 'deletionsExport.claim=lists'];

test('no installation has the export of deletions by default', () => {
  const names = ofKind(render('production'), 'CronJob').map(({ metadata }) => metadata.name);
  expect(names).not.toContain('hw-headwater-deletions-export');
});

test('the export of deletions writes to its claim, with the role of the gateway', () => {
  const manifests = render('production', ENABLED);
  expect(object(manifests, 'CronJob', 'hw-headwater-deletions-export').spec).toMatchObject({
    concurrencyPolicy: 'Forbid',
    schedule: '*/5 * * * *',
    timeZone: 'Etc/UTC',
  });
  const { spec } = podOf(manifests, 'deletions-export');
  const [container] = spec.containers as (Container & { args: string[]; volumeMounts: unknown[] })[];
  expect(container?.args).toEqual([
    'admin',
    'deletions',
    'export',
    '/var/lib/headwater/output/deletions.jsonl',
  ]);
  expect(container?.volumeMounts).toContainEqual({ name: 'claim', mountPath: '/var/lib/headwater/output' });
  expect((spec as unknown as { volumes: unknown[] }).volumes).toContainEqual({
    name: 'claim',
    persistentVolumeClaim: { claimName: 'lists' },
  });
  const names = (container?.env ?? []).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'RPC_TOKEN', 'SITES_ADDRESS', 'IDENTITY_ADDRESS']),
  );
  expect(names).not.toContain('SECRETS_KEY');
  expect(names).not.toContain('HMAC_KEYS');
});

test('the export of deletions can reach sites, identity and Postgres, and no other pod can reach it', () => {
  const manifests = render('production', ENABLED);
  const callers = (name: string): string[] =>
    (object(manifests, 'NetworkPolicy', `hw-headwater-${name}`).spec.ingress as Rule[]).flatMap(({ from }) =>
      (from ?? []).map(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component'] ?? ''),
    );
  for (const name of ['sites', 'identity']) expect(callers(name)).toContain('deletions-export');
  for (const name of ['analytics', 'collector']) expect(callers(name)).not.toContain('deletions-export');
  expect(object(manifests, 'NetworkPolicy', 'hw-headwater-deletions-export').spec.ingress ?? []).toEqual([]);
});
