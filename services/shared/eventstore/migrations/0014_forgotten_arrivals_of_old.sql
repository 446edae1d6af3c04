-- What was stored before 0013 is seen to, too: past days are one part and would never be merged for it. In the background.
ALTER TABLE events MATERIALIZE TTL;
