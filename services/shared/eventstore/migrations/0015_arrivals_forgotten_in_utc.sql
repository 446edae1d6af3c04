-- A day is one of UTC: a plain date is taken for midnight in the zone of the server, which east of UTC is up to fourteen hours
-- early, within the seven days for which an arrival is told. Nothing stored is rewritten.
ALTER TABLE events
    MODIFY COLUMN received_at DateTime64(3, 'UTC') CODEC(T64, ZSTD(1))
        TTL toStartOfDay(toDateTime(received_at, 'UTC')) + INTERVAL 8 DAY;
