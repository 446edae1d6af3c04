-- Finds corrections whose retention has ended.
CREATE INDEX corrections_by_age ON identity.corrections (corrected_at) WHERE published;
