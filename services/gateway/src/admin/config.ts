import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminSettings, readAddresses } from '@headwater/kit/admin-settings';
import { address, defineSettings, type ConfigOf } from '@headwater/kit/config';
import { RPC_SETTINGS, type RpcConfig } from '@headwater/kit/rpc/trust';

/** Settings of the command `admin`. */
export const adminCommandSettings = defineSettings({
  ...adminSettings,
  ...RPC_SETTINGS,
  sitesAddress: {
    env: 'SITES_ADDRESS',
    doc: 'gRPC address of sites; default: of a running `npm start`',
    schema: address(''),
  },
  identityAddress: {
    env: 'IDENTITY_ADDRESS',
    doc: 'gRPC address of identity; default: of a running `npm start`',
    schema: address(''),
  },
});

export type AdminConfig = ConfigOf<typeof adminCommandSettings>;

/** How to reach the services that own deleted data. */
export interface ServiceAddresses {
  readonly sitesAddress: string;
  readonly identityAddress: string;
  readonly rpc: RpcConfig;
}

/** Returns the addresses of the settings, or of the `npm start` that runs on the data directory. @throws without either. */
export function findServices(config: AdminConfig): ServiceAddresses {
  const { sitesAddress, identityAddress, dataDir } = config;
  if (sitesAddress !== '' && identityAddress !== '') return { sitesAddress, identityAddress, rpc: config };
  const running = readAddresses(dataDir);
  if (!running?.sitesAddress || !running.identityAddress)
    throw new Error(
      `Set SITES_ADDRESS and IDENTITY_ADDRESS, or run \`npm start\` first: no instance runs on ${dataDir}.`,
    );
  const rpcToken = config.rpcToken ?? readFileSync(join(dataDir, 'rpc-token'), 'utf8').trim();
  return {
    sitesAddress: running.sitesAddress,
    identityAddress: running.identityAddress,
    rpc: { ...config, rpcToken },
  };
}
