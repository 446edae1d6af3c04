/**
 * The ids of the profiles of workspace $1 that any of the digests $2 names, as an SQL array.
 *
 * Fenced off by OFFSET 0, with the workspace as a column beside each digest, so that every digest is looked up by itself.
 * Planned for the average workspace, of whom there are many small ones, reading all of one looks cheap: of a large workspace it
 * would be every profile, at each call.
 */
export const PROFILE_IDS_OF_DIGESTS = `ARRAY(
  SELECT named.id
    FROM (SELECT $1::bigint AS workspace_id, digest AS email_digest FROM unnest($2::bytea[]) AS digest OFFSET 0) AS sent
    JOIN identity.profiles AS named USING (workspace_id, email_digest))`;
