import { createModule, orderModules, startModules, type Module } from './module';

function module(name: string, needs: readonly string[] = [], more: Partial<Module> = {}): Module {
  return { name, needs, start: () => Promise.resolve(), stop: () => Promise.resolve(), ...more };
}

test('orders modules by their dependencies', () => {
  const order = orderModules([
    module('gateway', ['sites', 'engines']),
    module('sites', ['engines']),
    module('engines'),
  ]);
  expect(order.map(({ name }) => name)).toEqual(['engines', 'sites', 'gateway']);
});

test('names a dependency cycle', () => {
  expect(() => orderModules([module('a', ['b']), module('b', ['c']), module('c', ['a'])])).toThrow(
    'a -> b -> c -> a',
  );
});

test('names a missing dependency', () => {
  expect(() => orderModules([module('a', ['b'])])).toThrow('a needs b');
});

test('rejects two modules with one name', () => {
  expect(() => orderModules([module('a'), module('a')])).toThrow('same name');
});

test('names the module that failed and stops the started ones in reverse order, including the failed one', async () => {
  const stopped: string[] = [];
  const recording = (name: string, needs: readonly string[], start?: () => Promise<void>): Module =>
    module(name, needs, {
      ...(start ? { start } : {}),
      stop: () => Promise.resolve(void stopped.push(name)),
    });
  const failing = recording('b', ['a'], () => Promise.reject(new Error('port taken')));
  await expect(startModules([recording('a', []), failing, recording('c', ['b'])])).rejects.toThrow(
    'Module b could not start: port taken',
  );
  expect(stopped).toEqual(['b', 'a']);
});

test('lists the modules that are not ready, including one whose check throws', async () => {
  const running = await startModules([
    module('yes', [], { ready: () => Promise.resolve(true) }),
    module('no', [], { ready: () => Promise.resolve(false) }),
    module('broken', [], { ready: () => Promise.reject(new Error('?')) }),
    module('always'),
  ]);
  expect(await running.notReady()).toEqual(['no', 'broken']);
});

test('stops all modules when one fails, then throws its error', async () => {
  const stopped: string[] = [];
  const running = await startModules([
    module('first', [], { stop: () => Promise.resolve(void stopped.push('first')) }),
    module('second', ['first'], { stop: () => Promise.reject(new Error('stuck')) }),
  ]);
  await expect(running.stop()).rejects.toThrow('second did not stop cleanly: stuck');
  expect(stopped).toEqual(['first']);
});

describe('createModule', () => {
  const recorded = (fail?: 'start' | 'close') => {
    const closed: string[] = [];
    const created = createModule({
      name: 'sample',
      start: (resources) => {
        for (const name of ['pool', 'server', 'worker'])
          resources.add(name, (resource) => {
            closed.push(resource);
            if (fail === 'close' && resource === 'server') throw new Error('server stuck');
          });
        if (fail === 'start') return Promise.reject(new Error('port taken'));
        return Promise.resolve({ ports: { grpc: 50_051 } });
      },
    });
    return { created, closed };
  };

  it('is ready and has ports only after its start', async () => {
    const { created } = recorded();
    expect(await created.ready()).toBe(false);
    expect(() => created.ports()).toThrow('Module sample has not started.');
    await created.start();
    expect(await created.ready()).toBe(true);
    expect(created.ports().grpc).toBe(50_051);
  });

  it('closes its resources in reverse order, once', async () => {
    const { created, closed } = recorded();
    await created.start();
    await created.stop();
    await created.stop();
    expect(closed).toEqual(['worker', 'server', 'pool']);
  });

  it('closes what it opened before a failed start', async () => {
    const { created, closed } = recorded('start');
    await expect(startModules([created])).rejects.toThrow('Module sample could not start: port taken');
    expect(closed).toEqual(['worker', 'server', 'pool']);
  });

  it('closes the other resources when one fails to close, and throws its error', async () => {
    const { created, closed } = recorded('close');
    await created.start();
    await expect(created.stop()).rejects.toThrow('server stuck');
    expect(closed).toEqual(['worker', 'server', 'pool']);
  });
});
