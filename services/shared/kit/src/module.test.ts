import { orderModules, startModules, type Module } from './module';

function module(name: string, needs: readonly string[] = [], more: Partial<Module> = {}): Module {
  return { name, needs, start: () => Promise.resolve(), stop: () => Promise.resolve(), ...more };
}

test('orders modules so that each comes after what it needs', () => {
  const order = orderModules([
    module('gateway', ['sites', 'engines']),
    module('sites', ['engines']),
    module('engines'),
  ]);
  expect(order.map(({ name }) => name)).toEqual(['engines', 'sites', 'gateway']);
});

test('names the circle when modules need each other', () => {
  expect(() => orderModules([module('a', ['b']), module('b', ['c']), module('c', ['a'])])).toThrow(
    'a -> b -> c -> a',
  );
});

test('names a need that is not there', () => {
  expect(() => orderModules([module('a', ['b'])])).toThrow('a needs b');
});

test('refuses two modules of one name', () => {
  expect(() => orderModules([module('a'), module('a')])).toThrow('same name');
});

test('names the module that failed and stops the started ones in reverse, the failed one too', async () => {
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

test('tells who is not ready, also when asking fails', async () => {
  const running = await startModules([
    module('yes', [], { ready: () => Promise.resolve(true) }),
    module('no', [], { ready: () => Promise.resolve(false) }),
    module('broken', [], { ready: () => Promise.reject(new Error('?')) }),
    module('always'),
  ]);
  expect(await running.notReady()).toEqual(['no', 'broken']);
});

test('stops all although one fails, and then tells', async () => {
  const stopped: string[] = [];
  const running = await startModules([
    module('first', [], { stop: () => Promise.resolve(void stopped.push('first')) }),
    module('second', ['first'], { stop: () => Promise.reject(new Error('stuck')) }),
  ]);
  await expect(running.stop()).rejects.toThrow('second did not stop cleanly: stuck');
  expect(stopped).toEqual(['first']);
});
