import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { Gauge, type Registry } from 'prom-client';

interface Look<F> {
  /** Of what the figures are, in the words of the log. */
  readonly of: string;
  /** Of this moment, Unix milliseconds. */
  readonly figures: (now: number) => Promise<F>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface LookedUpGauge<F> {
  readonly help: string;
  /** The one label that it has, if any. */
  readonly label?: string;
  readonly fill: (gauge: Gauge, figures: F, now: number) => void;
}

/**
 * Gauges that one look into the database fills when somebody asks. When that fails they are not shown: a wrong number would
 * hide what waits.
 */
export function lookedUpGauges<F>(
  registry: Registry,
  { of, figures, clock, log }: Look<F>,
  gauges: Readonly<Record<string, LookedUpGauge<F>>>,
): void {
  let look: Promise<readonly [F, number] | undefined> | undefined;
  const looked = () =>
    (look ??= Promise.resolve(clock.now())
      .then(async (now) => [await figures(now), now] as const)
      .catch((error: unknown) => {
        log.warn({ err: error }, `could not look up how ${of} fare`);
        return undefined;
      })
      .finally(() => {
        look = undefined;
      }));
  for (const [name, { help, label, fill }] of Object.entries(gauges))
    new Gauge({
      ...{ name, help, labelNames: label === undefined ? [] : [label] },
      registers: [registry],
      async collect() {
        const found = await looked();
        // Of no labels `reset` makes a zero.
        if (label === undefined) this.remove();
        else this.reset();
        if (found) fill(this, ...found);
      },
    });
}

/** How long ago a moment was, 0 when there is none or it is to come. Both Unix milliseconds. */
export function secondsSince(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, (now - at) / 1_000);
}
