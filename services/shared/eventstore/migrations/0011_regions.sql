-- Where an event's visitor is within a country, ISO 3166-2 (`DE-BE`); '' where nobody tells. A column that no part holds
-- costs nothing, one that is empty in a part some bytes for the whole part.
ALTER TABLE events ADD COLUMN IF NOT EXISTS region LowCardinality(String) DEFAULT '' CODEC(ZSTD(3)) AFTER country;
