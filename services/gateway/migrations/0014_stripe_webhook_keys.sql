-- The path of a workspace's Stripe webhook contains this key, so that only Stripe and the workspace know it. 122 random bits.
ALTER TABLE gateway.workspaces ADD COLUMN stripe_webhook_key uuid NOT NULL UNIQUE DEFAULT gen_random_uuid();

-- Endpoints from before the keys have the workspace's id in their path. They work until the workspace removes its secret.
-- Older gateways, which return that path, set no value.
ALTER TABLE gateway.stripe_secrets ADD COLUMN accepts_id_path boolean NOT NULL DEFAULT true;
