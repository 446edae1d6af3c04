import type {} from './jest.global-setup';

/** Stops the databases that jest.global-setup.ts started and removes their data. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.testEngines?.stop();
}
