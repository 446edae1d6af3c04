-- Up Migration

-- Old claims are found by reading the table once a day. The index took a tenth of its size, and each claim changed it.
DROP INDEX sites.event_claims_by_age;
