-- Records changes for copies of ledgers, as the previous migration. In a migration of its own, because numbering locks these tables before
-- `payments`. Numbering deletes and inserts the rows of `account_facts`.
CREATE TRIGGER account_facts_record_inserts AFTER INSERT ON identity.account_facts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_accounts();
CREATE TRIGGER account_facts_record_updates AFTER UPDATE ON identity.account_facts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_accounts();
CREATE TRIGGER account_facts_record_deletes AFTER DELETE ON identity.account_facts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_accounts();
CREATE TRIGGER payment_facts_record_inserts AFTER INSERT ON identity.payment_facts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_facts();
CREATE TRIGGER payment_facts_record_before AFTER UPDATE ON identity.payment_facts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_facts();
CREATE TRIGGER payment_facts_record_updates AFTER UPDATE ON identity.payment_facts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_facts();
CREATE TRIGGER payment_facts_record_deletes AFTER DELETE ON identity.payment_facts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION identity.record_changed_facts();
