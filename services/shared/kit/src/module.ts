/** One part of a process that is started, asked whether it can serve, and stopped. */
export interface Module {
  readonly name: string;
  /** Names of the modules that must run before this one starts, and outlive it. */
  readonly needs?: readonly string[];
  start(): Promise<void>;
  /** Lets work under way finish, then frees everything. Called once, also after a failed start. */
  stop(): Promise<void>;
  /** True when it can really serve now. Must answer within a second or two and never throw for a plain "no". */
  ready?(): Promise<boolean>;
  /** Where it listens, once started. */
  ports?(): Readonly<Record<string, number>>;
}

export interface RunningModules {
  /** Names of the modules that cannot serve now; empty when all can. */
  notReady(): Promise<string[]>;
  /** Stops in reverse order. The first failure is thrown after all were stopped. */
  stop(): Promise<void>;
}

export interface ModuleObserver {
  starting?(module: Module): void;
  started?(module: Module, ms: number): void;
}

/** Modules in an order in which each comes after what it needs. @throws on a cycle, an unknown need or a repeated name. */
export function orderModules(modules: readonly Module[]): Module[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  if (byName.size !== modules.length) throw new Error('Two modules have the same name.');
  const ordered: Module[] = [];
  const visit = (module: Module, path: readonly string[]): void => {
    if (path.includes(module.name)) {
      throw new Error(`Modules need each other in a circle: ${[...path, module.name].join(' -> ')}`);
    }
    if (ordered.includes(module)) return;
    for (const need of module.needs ?? []) {
      const needed = byName.get(need);
      if (!needed) throw new Error(`Module ${module.name} needs ${need}, which is not there.`);
      visit(needed, [...path, module.name]);
    }
    ordered.push(module);
  };
  for (const module of modules) visit(module, []);
  return ordered;
}

/** Starts the modules one after the other; when one fails, stops the started ones and names it in the error. */
export async function startModules(
  modules: readonly Module[],
  observer: ModuleObserver = {},
): Promise<RunningModules> {
  const started: Module[] = [];
  for (const module of orderModules(modules)) {
    const begin = performance.now();
    observer.starting?.(module);
    started.push(module);
    try {
      await module.start();
    } catch (error) {
      await stopModules(started).catch(() => undefined); // the reason of the start's failure matters more
      throw new Error(`Module ${module.name} could not start: ${reasonOf(error)}`, { cause: error });
    }
    observer.started?.(module, performance.now() - begin);
  }
  return {
    notReady: async () => {
      const answers = await Promise.all(
        started.map(async (module) => ((await module.ready?.().catch(() => false)) ?? true) || module.name),
      );
      return answers.filter((answer) => answer !== true);
    },
    stop: () => stopModules(started),
  };
}

async function stopModules(started: readonly Module[]): Promise<void> {
  const failures: unknown[] = [];
  for (const module of [...started].reverse()) {
    try {
      await module.stop();
    } catch (error) {
      failures.push(
        new Error(`Module ${module.name} did not stop cleanly: ${reasonOf(error)}`, { cause: error }),
      );
    }
  }
  if (failures.length > 0) throw failures[0];
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
