-- Replaced by `profiles_by_user_and_age`; reports read `account_facts`. In the lock order of identity.
DROP INDEX identity.profiles_by_user;
DROP INDEX IF EXISTS identity.attributions_by_first_visit;
