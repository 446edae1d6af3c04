-- When the browser event of a touch arrived; its own time if that is not known. Null: the event was sent with a token. A browser chooses the
-- time of its events: a touch that arrived after a payment gets no part of it. Touches from before count as before.
ALTER TABLE identity.touches ADD COLUMN arrived_at timestamptz(3) DEFAULT 'epoch';
ALTER TABLE identity.touches ALTER COLUMN arrived_at DROP DEFAULT;
