import { execFileSync } from 'node:child_process';
import { object, render } from './render';
import { PROMQL } from './tools';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const { rules } = object(render('monitored'), 'PrometheusRule', 'hw-headwater').spec.groups[0] as {
  rules: readonly Rule[];
};
const NAMESPACE = 'namespace="metrics-of-ours"';

/** Evaluates an alert on series with constant values, and expects it for these series. @throws with the difference */
function expectAlert(name: string, series: readonly string[], expected: readonly string[]): void {
  const expr = rules.find(({ alert }) => alert === name)?.expr.replaceAll(/\s+/g, ' ') ?? '';
  const lines = (all: readonly string[]): string => all.map((line) => `  ${line}\n`).join('');
  const load = `load 1m\n${lines(['unrelated 0x60', ...series.map((one) => `${one}x60`)])}`;
  const script = `${load}\neval instant at 60m ${expr}\n${lines(expected)}`;
  try {
    execFileSync(PROMQL, { input: script, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${script}\n${(error as { stdout?: string }).stdout ?? String(error)}`, { cause: error });
  }
}

test.each(rules.map(({ alert }) => alert).filter((alert) => alert !== 'HeadwaterServiceAbsent'))(
  '%s is a valid expression, which finds nothing without samples',
  (alert) => {
    expectAlert(alert, [], []);
  },
);

test('HeadwaterServiceAbsent finds services without a target', () => {
  const up = (service: string) => `up{${NAMESPACE}, job="hw-headwater-${service}", pod="${service}-0"} 0`;
  const absent = (service: string) => `{${NAMESPACE}, job="hw-headwater-${service}"} 1`;
  expectAlert(
    'HeadwaterServiceAbsent',
    ['gateway', 'sites', 'collector-rpc'].map(up),
    ['identity', 'analytics'].map(absent),
  );
});

test('HeadwaterServiceDown finds targets of this release that cannot be scraped', () => {
  const up = (job: string, value: number) => `up{${NAMESPACE}, job="${job}"} ${value}`;
  const series = [up('hw-headwater-sites', 0), up('hw-headwater-gateway', 1), up('other', 0)];
  expectAlert('HeadwaterServiceDown', series, series.slice(0, 1));
});

test('HeadwaterLogStranded finds volumes without a pod, and those that a Job failed to drain', () => {
  const claim = (number: number) => `persistentvolumeclaim="log-hw-headwater-collector-${number}"`;
  const volume = (number: number) => `kube_persistentvolumeclaim_info{${NAMESPACE}, ${claim(number)}} 1`;
  /** A pod that uses the volume, in each phase as kube-state-metrics reports it. */
  const pod = (number: number, phase: string): string[] => [
    `kube_pod_spec_volumes_persistentvolumeclaims_info{${NAMESPACE}, pod="pod-${number}", ${claim(number)}} 1`,
    ...['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'].map(
      (one) =>
        `kube_pod_status_phase{${NAMESPACE}, pod="pod-${number}", phase="${one}"} ${one === phase ? 1 : 0}`,
    ),
  ];
  expectAlert(
    'HeadwaterLogStranded',
    [
      ...[0, 1, 2, 3, 4].map(volume),
      ...[...pod(0, 'Running'), ...pod(1, 'Failed'), ...pod(2, 'Succeeded'), ...pod(4, 'Pending')],
    ],
    [1, 3].map(volume),
  );
});

test('HeadwaterEventsWaiting finds collectors whose events wait for more than two minutes', () => {
  const oldest = (pod: string, seconds: number) =>
    `headwater_log_oldest_seconds{${NAMESPACE}, job="hw-headwater-collector-rpc", pod="${pod}"} ${seconds}`;
  const series = [oldest('collector-0', 121), oldest('collector-1', 3)];
  expectAlert('HeadwaterEventsWaiting', series, series.slice(0, 1));
});

test('HeadwaterMigrationFailed finds failed Jobs that migrate', () => {
  const failed = (job: string, value: number) =>
    `kube_job_status_failed{${NAMESPACE}, job_name="${job}"} ${value}`;
  const series = [failed('hw-headwater-migrate-upgrade', 1), failed('hw-headwater-purge-1', 1)];
  expectAlert('HeadwaterMigrationFailed', series, series.slice(0, 1));
});
