import type {} from './jest.global-setup';

/** Stops what jest.global-setup.ts started and removes its data. */

export default async function globalTeardown(): Promise<void> {
  await globalThis.testEngines?.stop();
}
