import { join } from 'node:path';
import { packageRoot } from '../package-root';

/**
 * Returns the path of a test certificate or key (`name.key`) in PEM, valid for a hundred years. `service` is signed by `ca`,
 * `renewed` by `renewed-ca`, `stranger` by its own CA; each is issued for `localhost` and 127.0.0.1.
 */
export function certificatePath(name: string): string {
  return join(packageRoot('@headwater/kit'), `test/certificates/${name}.pem`);
}
