import { join } from 'node:path';
import { packageRoot } from '../package-root';

/**
 * A certificate or key (`name.key`) in PEM, made for tests, valid for a hundred years, trusted by nobody else. `service` is signed by `ca`,
 * `renewed` by `renewed-ca`, `stranger` by an authority of its own; each is that of `localhost` and 127.0.0.1.
 */
export function certificatePath(name: string): string {
  return join(packageRoot('@headwater/kit'), `test/certificates/${name}.pem`);
}
