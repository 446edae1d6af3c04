-- What each token has spent of its budgets in the window under way, over all gateways: they add to it now and then, not
-- with each request. Unlogged: after a crash of Postgres a window begins anew, which harms nobody.
CREATE UNLOGGED TABLE gateway.spent_budgets (
  token_id bigint NOT NULL,
  budget text NOT NULL,
  window_start timestamptz(3) NOT NULL,
  spent bigint NOT NULL,
  PRIMARY KEY (token_id, budget)
) WITH (fillfactor = 50);
