import { createModule } from '@headwater/kit/module';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { closeWithin } from './close-within';

const never = (): Promise<never> => new Promise(() => undefined);

/** Starts a module with some resources. Records the names of closed ones. */
async function started(closers: Readonly<Record<string, () => unknown>>) {
  const closed: string[] = [];
  const module = createModule({
    name: 'test',
    start: (resources) => {
      const add = closeWithin(resources, 1_000, silentLog());
      for (const [name, close] of Object.entries(closers))
        add(name, name, () => {
          closed.push(name);
          return close();
        });
      return Promise.resolve({ ports: {} });
    },
  });
  await module.start();
  return { closed, module };
}

describe('closing the resources of a module', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('closes them in reverse order, one after the other', async () => {
    let finish = (): void => undefined;
    const { closed, module } = await started({
      first: () => undefined,
      second: () => new Promise<void>((resolve) => (finish = resolve)),
      third: () => undefined,
    });
    const stopping = module.stop();
    await jest.advanceTimersByTimeAsync(500);
    expect(closed).toEqual(['third', 'second']);
    finish();
    await stopping;
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  it('has one deadline for all resources', async () => {
    const { closed, module } = await started({ first: never, second: never, third: never });
    let ended = false;
    const stopping = module.stop().then(() => (ended = true));
    await jest.advanceTimersByTimeAsync(999);
    expect({ closed, ended }).toEqual({ closed: ['third'], ended: false });
    await jest.advanceTimersByTimeAsync(1);
    await stopping;
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  it('closes the other resources after a failure, and throws its error', async () => {
    const { closed, module } = await started({
      first: () => undefined,
      second: () => Promise.reject(new Error('stuck')),
      third: () => {
        throw new Error('later');
      },
    });
    await expect(module.stop()).rejects.toThrow('later');
    expect(closed).toEqual(['third', 'second', 'first']);
    expect(jest.getTimerCount()).toBe(0);
  });
});
