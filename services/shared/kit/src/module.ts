/** A part of a process: it is started, reports whether it is ready, and is stopped. See `createModule`. */
export interface Module {
  readonly name: string;
  /** Names of the modules that start before this one and stop after it. */
  readonly needs?: readonly string[];
  start(): Promise<void>;
  /** Finishes the work in flight, then closes everything. Called once, also after a failed start. */
  stop(): Promise<void>;
  /** Whether it can serve requests now. Answers within two seconds; returns false instead of throwing. */
  ready?(): Promise<boolean>;
  /** The ports that it listens on, by protocol. Available after the start. */
  ports?(): Readonly<Record<string, number>>;
}

/** The resources that a module has opened. */
export interface Resources {
  /**
   * Registers a resource. All resources are closed in reverse order when the module stops, also after a failed start.
   *
   * @returns the resource
   */
  readonly add: <T>(resource: T, close: (resource: T) => unknown) => T;
}

/** The readiness check and the ports of a started module. */
export interface StartedModule<Ports extends Readonly<Record<string, number>>> {
  /** See `Module.ready`. Default: ready once started. */
  readonly ready?: () => Promise<boolean>;
  readonly ports: Ports;
}

export interface ModuleDefinition<Ports extends Readonly<Record<string, number>>> {
  readonly name: string;
  readonly needs?: readonly string[];
  readonly start: (resources: Resources) => Promise<StartedModule<Ports>>;
}

/**
 * Returns a module whose resources are opened in `start` and closed in reverse order. It is not ready before it has started.
 * When closing a resource fails, the others are closed nevertheless and the first error is thrown.
 */
export function createModule<Ports extends Readonly<Record<string, number>>>({
  name,
  needs,
  start,
}: ModuleDefinition<Ports>): Omit<Module, 'ready' | 'ports'> & { ready(): Promise<boolean>; ports(): Ports } {
  const closers: (() => unknown)[] = [];
  let started: StartedModule<Ports> | undefined;
  return {
    name,
    ...(needs ? { needs } : {}),
    start: async () => {
      started = await start({
        add: (resource, close) => {
          closers.push(() => close(resource));
          return resource;
        },
      });
    },
    stop: async () => {
      const errors: unknown[] = [];
      for (const close of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
    ready: async () => started !== undefined && ((await started.ready?.()) ?? true),
    ports: () => {
      if (!started) throw new Error(`Module ${name} has not started.`);
      return started.ports;
    },
  };
}

export interface RunningModules {
  /** Names of the modules that are not ready; empty when all are ready. */
  notReady(): Promise<string[]>;
  /** Stops in reverse order. Throws the first error after all were stopped. */
  stop(): Promise<void>;
}

export interface ModuleObserver {
  starting?(module: Module): void;
  started?(module: Module, ms: number): void;
}

/** Returns the modules in dependency order. @throws on a cycle, an unknown dependency or a duplicate name. */
export function orderModules(modules: readonly Module[]): Module[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  if (byName.size !== modules.length) throw new Error('Two modules have the same name.');
  const ordered: Module[] = [];
  const visit = (module: Module, path: readonly string[]): void => {
    if (path.includes(module.name)) {
      throw new Error(`Module dependencies form a cycle: ${[...path, module.name].join(' -> ')}`);
    }
    if (ordered.includes(module)) return;
    for (const need of module.needs ?? []) {
      const needed = byName.get(need);
      if (!needed) throw new Error(`Module ${module.name} needs ${need}, which does not exist.`);
      visit(needed, [...path, module.name]);
    }
    ordered.push(module);
  };
  for (const module of modules) visit(module, []);
  return ordered;
}

/** Starts the modules in dependency order. When one fails, stops the started ones and throws an error that names it. */
export async function startModules(
  modules: readonly Module[],
  observer: ModuleObserver = {},
): Promise<RunningModules> {
  const started: Module[] = [];
  for (const module of orderModules(modules)) {
    const startedAt = performance.now();
    observer.starting?.(module);
    started.push(module);
    try {
      await module.start();
    } catch (error) {
      await stopModules(started).catch(() => undefined); // the start error is more useful
      throw new Error(`Module ${module.name} could not start: ${reasonOf(error)}`, { cause: error });
    }
    observer.started?.(module, performance.now() - startedAt);
  }
  return {
    notReady: async () => {
      const names = await Promise.all(
        started.map(async (module) => ((await module.ready?.().catch(() => false)) ?? true) || module.name),
      );
      return names.filter((name) => name !== true);
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
