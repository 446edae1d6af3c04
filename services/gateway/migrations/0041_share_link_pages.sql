-- The page of the dashboard that the link shows, and the query string with which the page opens. Gateways of the previous release show the overview.
ALTER TABLE gateway.share_links
  ADD COLUMN page text NOT NULL DEFAULT 'overview',
  ADD COLUMN view text NOT NULL DEFAULT '';
