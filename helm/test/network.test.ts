import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { object, ofKind, render } from './render';

/** The services that a program calls, from the address settings in its config. */
function calledBy(program: string): string[] {
  const config = readFileSync(join(__dirname, '../../services', program, 'src/config.ts'), 'utf8');
  return [...config.matchAll(/env: '([A-Z]+)_ADDRESS'/g)].map((match) => (match[1] ?? '').toLowerCase());
}

describe('on the network', () => {
  const manifests = render('trial');
  const policy = (name: string) => object(manifests, 'NetworkPolicy', `hw-headwater-${name}`).spec;
  interface Rule {
    from?: { podSelector?: { matchLabels: Record<string, string> }; namespaceSelector?: object }[];
    ports: { port: number }[];
  }
  const callers = (name: string, port: number): (string | undefined)[] =>
    (policy(name).ingress as Rule[])
      .filter(({ ports }) => ports.some((one) => one.port === port))
      .flatMap(({ from }) => from ?? [{}])
      .map(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component'])
      .sort();

  test('all other traffic is denied', () => {
    expect(policy('default-deny')).toEqual({
      podSelector: {
        matchLabels: { 'app.kubernetes.io/name': 'headwater', 'app.kubernetes.io/instance': 'hw' },
      },
      policyTypes: ['Ingress', 'Egress'],
      egress: [
        expect.objectContaining({
          ports: [
            { port: 53, protocol: 'UDP' },
            { port: 53, protocol: 'TCP' },
          ],
        }),
      ],
    });
  });

  test('names the protocol of every port, because server-side apply would conflict with the default', () => {
    const ports = [...manifests, ...render('drained')].flatMap((manifest) =>
      [...JSON.stringify(manifest).matchAll(/\{[^{}]*"(?:port|containerPort)":\d+[^{}]*\}/g)].map(
        ([text]) => text,
      ),
    );
    const listed = ports.filter(
      (text) => !/"(?:grpc|path|service)"/.test(text) && !/^\{"port":\d+\}$/.test(text),
    );
    expect(listed.length).toBeGreaterThan(40);
    for (const text of listed) expect(text).toContain('"protocol"');
  });

  test('OpenShift has its DNS port, and webhooks work without detection', () => {
    const drained = render('drained');
    const egress = (name: string) =>
      object(drained, 'NetworkPolicy', `hw-headwater-${name}`).spec.egress as Rule[];
    expect(egress('default-deny')[0]?.ports).toEqual([
      { port: 5_353, protocol: 'UDP' },
      { port: 5_353, protocol: 'TCP' },
    ]);
    expect(egress('sites')).toContainEqual({ to: [{ ipBlock: { cidr: '10.20.0.0/16' } }] });
    expect(egress('sites').map(({ ports }) => ports)).toContainEqual([{ port: 443, protocol: 'TCP' }]);
    const closed = render('drained', ['--set', 'networkPolicy.webhooks=false']);
    expect(JSON.stringify(object(closed, 'NetworkPolicy', 'hw-headwater-sites'))).not.toContain('0.0.0.0/0');
  });

  test('only the gateway can reach identity', () => {
    expect(callers('identity', 50_052)).toEqual(['gateway']);
    expect(
      (policy('identity').ingress as Rule[]).flatMap(({ ports }) => ports.map(({ port }) => port)),
    ).toEqual([50_052, 9_090]);
  });

  test('only callers can reach the other services', () => {
    expect(callers('sites', 50_051)).toEqual([
      'collector',
      'collector-drain',
      'gateway',
      'identity',
      'purge',
      'selfaudit',
    ]);
    expect(callers('analytics', 50_053)).toEqual(['gateway', 'identity', 'purge', 'selfaudit', 'sites']);
    expect(callers('collector', 50_054)).toEqual(['gateway']);
    expect(callers('postgres', 5_432)).toEqual(['gateway', 'identity', 'migrate', 'purge', 'sites']);
    expect(callers('clickhouse', 8_123)).toEqual(['analytics', 'collector', 'collector-drain', 'migrate']);
  });

  test('a program can reach exactly the services whose address it reads', () => {
    const programs = [
      'gateway',
      'sites',
      'identity',
      'analytics',
      'collector',
      'purge',
      'selfaudit',
      'migrate',
    ];
    const ports = { sites: 50_051, identity: 50_052, analytics: 50_053, collector: 50_054 };
    for (const [name, port] of Object.entries(ports)) {
      const readers = programs.filter((program) => calledBy(program).includes(name));
      // The drain runs the collector's program.
      const expected = readers.flatMap((one) => (one === 'collector' ? [one, `${one}-drain`] : [one]));
      expect([name, callers(name, port)]).toEqual([name, expected.sort()]);
    }
  });

  test('only sites can reach the internet, without private addresses', () => {
    const blocks = ofKind(manifests, 'NetworkPolicy').flatMap(({ metadata, spec }) =>
      ((spec.egress ?? []) as { to?: { ipBlock?: { cidr: string; except?: string[] } }[] }[])
        .flatMap(({ to }) => to ?? [])
        .flatMap(({ ipBlock }) => (ipBlock ? [{ name: metadata.name, ...ipBlock }] : [])),
    );
    const wide = blocks.filter(({ cidr }) => !cidr.endsWith('/32'));
    expect(new Set(wide.map(({ name }) => name))).toEqual(new Set(['hw-headwater-sites']));
    expect(wide[0]?.cidr).toBe('0.0.0.0/0');
    expect(wide[1]?.cidr).toBe('2000::/3');
    // The same ranges as the check in the code, which is the second line of defence.
    const code = readFileSync(join(__dirname, '../../services/sites/src/domain/public-address.ts'), 'utf8');
    const ranges = [...code.matchAll(/^ {2}\['([\d.:a-f]+)', (\d+)\],$/gm)].map(
      ([, net, bits]) => `${net}/${bits}`,
    );
    expect(ranges.length).toBeGreaterThan(15);
    expect(wide.flatMap(({ except = [] }) => except)).toEqual(ranges);
  });

  test('callers balance gRPC over all pods of headless Services', () => {
    for (const name of ['sites', 'identity', 'analytics', 'collector-rpc'])
      expect(object(manifests, 'Service', `hw-headwater-${name}`).spec.clusterIP).toBe('None');
    const { data = {} } = object(manifests, 'ConfigMap', 'hw-headwater');
    expect(data).toMatchObject({
      SITES_ADDRESS: 'dns:///hw-headwater-sites:50051',
      IDENTITY_ADDRESS: 'dns:///hw-headwater-identity:50052',
      ANALYTICS_ADDRESS: 'dns:///hw-headwater-analytics:50053',
      COLLECTOR_ADDRESS: 'dns:///hw-headwater-collector-rpc:50054',
    });
  });

  test('every process can reach the trace receiver if one is set', () => {
    const port4318 = expect.objectContaining({ ports: [{ port: 4318, protocol: 'TCP' }] }) as unknown;
    const traced = render('monitored');
    for (const name of [
      'gateway',
      'sites',
      'identity',
      'analytics',
      'collector',
      'purge',
      'selfaudit',
      'migrate',
    ]) {
      expect(object(traced, 'NetworkPolicy', `hw-headwater-${name}`).spec.egress).toContainEqual(port4318);
      expect(policy(name).egress).not.toContainEqual(port4318);
    }
  });
});
