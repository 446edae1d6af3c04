-- In a migration of its own: building it takes seconds, during which only calls that write touches wait.
CREATE INDEX touches_by_time ON identity.touches (workspace_id, at) INCLUDE (profile_id, anonymous_id, arrived_at, channel);
-- An index alone suffices only for pages that were vacuumed since their last change.
ALTER TABLE identity.touches SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
