import type { Module } from '@headwater/kit/module';

/** A module that is composed only when it starts, because its settings hold what earlier modules found out (ports, URLs). */
export function lateModule(name: string, needs: readonly string[], compose: () => Module): Module {
  let inner: Module | undefined;
  return {
    name,
    needs,
    start: () => {
      inner = compose();
      return inner.start();
    },
    stop: async () => inner?.stop(),
    ready: async () => (inner?.ready ? inner.ready() : inner !== undefined),
    ports: () => inner?.ports?.() ?? {},
  };
}
