import { createPrivateKey, createPublicKey, hash, hkdfSync, sign, type KeyObject } from 'node:crypto';
import type { SealingKeys } from '@headwater/kit/seal';

/** A public key that verifies certificates. */
export interface PublicKey {
  /** The thumbprint of the key (RFC 7638). */
  readonly kid: string;
  /** The key's coordinate (RFC 8037). */
  readonly x: string;
}

/** A key pair that signs certificates. */
export interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/** Separates these keys from other uses of SECRETS_KEY. A new label means new keys. */
const LABEL = 'headwater certificate signature';
/** The DER encoding of an Ed25519 private key (RFC 8410), without its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the key pair that belongs to each key of SECRETS_KEY. The first one signs. */
export function signingKeys([first, ...others]: SealingKeys): readonly [SigningKey, ...SigningKey[]] {
  return [signingKey(first), ...others.map(signingKey)];
}

function signingKey(secret: Buffer): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), LABEL, 32));
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
  return { kid, x, privateKey };
}

/** Returns the JWS of a certificate; null without a key. */
export type SignCertificate = (type: 'erasure' | 'purge', certificate: object) => string | null;

/** Returns the function that signs certificates, in the compact form (RFC 7515). The payload is the certificate's JSON. */
export function createSignCertificate(key: SigningKey): SignCertificate {
  return (type, certificate) => signed(key, `headwater-${type}`, certificate);
}

function signed({ kid, privateKey }: SigningKey, typ: string, payload: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${encode({ alg: 'EdDSA', kid, typ })}.${encode(payload)}`;
  return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
}

/** Returns a public key as a member of a JWK set (RFC 7517). */
export function jwkOf({ kid, x }: PublicKey) {
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x } as const;
}
