-- Public keys of certificates' signatures, also of retired keys: certificates stay verifiable after a rotation of SECRETS_KEY. They
-- belong to the installation, contain no personal data, and are stored permanently.
CREATE TABLE gateway.signing_keys (
  -- The thumbprint of the key (RFC 7638).
  kid text PRIMARY KEY,
  -- The coordinate `x` of the Ed25519 key (RFC 8037).
  x text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
