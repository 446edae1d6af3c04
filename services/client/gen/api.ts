// Generated from the OpenAPI document by scripts/generate-client.mjs. Do not edit.

export interface paths {
    "/api/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sites
         * @description Lists the active sites of the workspace, or with `deleted=true` its deleted sites.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Create a site
         * @description Idempotent by domain: if the domain already has a site, returns that site unchanged.
         */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a sandbox site with generated visits
         * @description Creates a site with one week of generated visits and returns the totals to expect, to test an integration. The site is purged automatically.
         */
        post: operations["createSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a site
         * @description Returns the site with its snippet, detection result, goals and funnels.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /**
         * Delete a site
         * @description You can restore the site for 30 days. After that it is purged.
         */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /**
         * Update a site
         * @description Changes only the fields you send. A list replaces the whole stored list. Null resets a field to its default: `name` to the domain, `timezone` to UTC, a list to an empty one. Null resets `scrub` to true, `clickIds` to false, and `retentionDays` to all days. To shorten `retentionDays` is destructive: see the field.
         */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/api/v1/sites/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted site
         * @description Restores a site with its events, goals and funnels before its purge. Returns 404 after the purge.
         */
        post: operations["restoreSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the purge state of a site
         * @description Once the site is purged, the response contains a deletion certificate.
         */
        get: operations["getPurge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a site's configuration as one document
         * @description Store the document in version control and send it to `PUT` to apply it. The response has an `ETag`.
         */
        get: operations["getConfig"];
        /**
         * Replace a site's configuration
         * @description Applies the whole document or nothing. An omitted field stays unchanged; a list replaces the whole stored list. Null resets a field to its default: `name` to the domain, `timezone` to UTC, a list to an empty one. `dryRun=true` previews the changes. Send `If-Match` to prevent overwriting a newer configuration.
         */
        put: operations["putConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/detect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the home page of a site
         * @description Detects title, language, platform and snippet in the background, and reports problems. Get the site to read the result.
         */
        post: operations["detectSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the installation status of a site
         * @description Poll until `installed` is true. `findings` lists the problems that keep events from arriving.
         */
        get: operations["getSiteStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List site categories
         * @description Lists the values that `categories` of a site accepts.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List annotations
         * @description Lists the notes on days of a site, such as releases and campaigns. Shared pages have none.
         */
        get: operations["listAnnotations"];
        put?: never;
        /**
         * Create an annotation
         * @description Adds a note to a day, such as a release or a campaign. A site can have up to 500 annotations.
         */
        post: operations["createAnnotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/annotations/{annotationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an annotation
         * @description Deletes the note permanently.
         */
        delete: operations["deleteAnnotation"];
        options?: never;
        head?: never;
        /**
         * Update an annotation
         * @description Changes only the fields you send. A field that is null stays unchanged.
         */
        patch: operations["updateAnnotation"];
        trace?: never;
    };
    "/api/v1/sites/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event names
         * @description Lists the event names of a site with their counts and property keys.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Send events from your server
         * @description Takes up to 1000 events. Invalid events are dropped; the response lists each with its reason, field and problem. If all are invalid, the response is 400.
         *
         *     In the rate limit, 50 items count like a request.
         */
        post: operations["sendEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/events/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Analyze an event
         * @description Returns totals, a series, a breakdown by a dimension, the rate per pageview, and a comparison with an earlier window.
         */
        get: operations["getEventAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get visitors, sessions and pageviews
         * @description Returns totals, a series, breakdowns by one or several dimensions, and a comparison with an earlier window.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/realtime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get active visitors for the last 30 minutes
         * @description Returns counts per minute and a breakdown by a dimension.
         */
        get: operations["getRealtime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream active visitors as server-sent events
         * @description Sends the answer of `/realtime` as an event immediately, and whenever it changes, checked every 5 seconds. A comment takes the place of an event without a change. The stream ends when the credential ends; its client then connects again. The rate limit counts each check as a request.
         */
        get: operations["streamRealtime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get visitor retention by cohort
         * @description Counts the visitors of each weekly or daily cohort who returned later. Default window: 84 days, by day 30 days.
         */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/traffic-quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get traffic quality
         * @description Counts accepted, repeated and dropped events, and events of bots, with the reasons.
         */
        get: operations["getTrafficQuality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/receipts/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the receipt of an event
         * @description Receipts are available for 7 days. The receipt of a stored event contains its session, channel and channel rule. `POST /api/v1/explain` explains a visit that is not stored.
         */
        get: operations["getReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export events as CSV or NDJSON
         * @description Exports the events in the window. Visitors appear under pseudonyms.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a CSV export of another product
         * @description Importing the same file again does not count it twice.
         *
         *     In the rate limit, 50,000 items count like a request.
         */
        post: operations["importSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/visitors/{visitorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a visitor's sessions and events
         * @description Takes the pseudonymous `visitorId` of an export. Default window: 730 days.
         */
        get: operations["getVisitor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the goals of a site
         * @description Lists the definitions. Fetch a single goal to get its conversions.
         */
        get: operations["listGoals"];
        put?: never;
        /**
         * Create a goal
         * @description A site can have up to 100 goals.
         */
        post: operations["createGoal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/goals/{goalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a goal's conversions
         * @description Returns the goal with its conversions and conversion rate in the window.
         */
        get: operations["getGoal"];
        put?: never;
        post?: never;
        /**
         * Delete a goal
         * @description The events of the goal are not deleted.
         */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        /**
         * Update a goal
         * @description Changes only the fields you send. A field that is null stays unchanged. A new `type` needs its `event` or `path` in the same request. Results follow the new definition immediately, for past days as well.
         */
        patch: operations["updateGoal"];
        trace?: never;
    };
    "/api/v1/sites/{id}/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the funnels of a site
         * @description Lists the definitions. Fetch a single funnel to get its results.
         */
        get: operations["listFunnels"];
        put?: never;
        /**
         * Create a funnel
         * @description A site can have up to 100 funnels.
         */
        post: operations["createFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/funnels/{funnelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a funnel's results
         * @description Returns the funnel with the visitors, drop-off, conversion rate and time to convert of each step.
         */
        get: operations["getFunnel"];
        put?: never;
        post?: never;
        /**
         * Delete a funnel
         * @description The events of the funnel are not deleted.
         */
        delete: operations["deleteFunnel"];
        options?: never;
        head?: never;
        /**
         * Update a funnel
         * @description Changes only the fields you send. A field that is null stays unchanged. `steps` replaces all steps. Results follow the new definition immediately, for past days as well.
         */
        patch: operations["updateFunnel"];
        trace?: never;
    };
    "/api/v1/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain the classification of a visit
         * @description Returns the source, channel, device and bot verdict that a visit would get. Nothing is stored.
         */
        post: operations["explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link an anonymous visitor to an account
         * @description Records the channel of the visitor's first session as the account's channel. The record never changes. Fields and traits that contain an email address or a JWT are left out and listed in `warnings`. So are traits beyond 50 or 8 KiB per account.
         *
         *     After an erasure, a repeat under an earlier `Idempotency-Key` has no effect and gets the account as it is.
         */
        post: operations["identify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identify/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update accounts in bulk
         * @description Takes up to 1000 accounts. Never records a channel. Rows without a valid email are skipped and listed in `errors`. Invalid and unknown fields of other rows are left out and listed in `warnings`.
         *
         *     In the rate limit, 50 items count like a request.
         */
        post: operations["identifyInBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attribution/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up an account's attribution
         * @description Returns the channel recorded for the account, its later sessions, and its payments.
         */
        post: operations["lookUpAttribution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/attribution/lookup/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up the attribution of many accounts
         * @description Returns up to 1000 accounts with recorded attribution and revenue, in the order of the request. Later sessions and single payments are left out. An invalid entry has an `error`; the others are looked up.
         *
         *     In the rate limit, 50 items count like a request.
         */
        post: operations["lookUpAttributionInBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts and their changes
         * @description Lists accounts in the order of their last change, with recorded attribution and revenue. An account that changes moves to the end. Poll with `changed_since` to follow changes: you get each account that changed, at least once, in its current state. Erased accounts disappear without a change.
         *
         *     With filters or a time range, it lists the accounts that match, the newest first. Filters and numbers are those of `/customers`.
         *
         *     In the rate limit, each 100 ms of the call count like a further request.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an account with payments and visits
         * @description Returns the recorded attribution, the revenue, the payments and the visits of one account.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get customers by acquisition
         * @description Counts the accounts that were acquired in the window, with their MRR and revenue to date, by a dimension of the attribution. Linked, pending and unattributed accounts add up to the customers.
         *
         *     In the rate limit, each 100 ms of the call count like a further request.
         */
        get: operations["getCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cohorts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get cohorts of customers
         * @description Groups customers by the month or week of their identification, and returns revenue, paying customers or subscription payments by the time since then. With costs in the same currency, also acquisition cost, ROAS and payback period. The metric `paying` is the same in all models.
         *
         *     In the rate limit, each 100 ms of the call count like a further request.
         */
        get: operations["getCohorts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/costs/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save costs in bulk
         * @description Takes up to 1000 costs of acquisition, as JSON or CSV. The key is day, channel, source, campaign and currency: a cost with a stored key replaces it. Invalid rows are skipped and counted.
         *
         *     In the rate limit, 50 items count like a request.
         */
        post: operations["putCosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List costs
         * @description Lists the costs of a window by day and key. Without a window: all costs.
         */
        get: operations["listCosts"];
        put?: never;
        post?: never;
        /**
         * Delete the costs of a window
         * @description Deletes all costs from the first to the last day.
         */
        delete: operations["deleteCosts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasure certificates
         * @description Lists the certificates of the workspace, newest first. They contain no data of the erased subjects.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase an account or a visitor
         * @description Deletes the accounts with this email address or user id and returns a certificate. For an unknown subject, all counts are 0. The accounts' visitors are linked to no account again. Events of visitors without another account are deleted: counts of sites no longer include them. Events that happened or arrived before the erasure are not stored after it; newer ones count as those of an unlinked visitor. Recorded payments stay. With `anonymous_id`, erases one visitor: its accounts stay. Running exports of the workspace are closed before the erasure completes. Files of exports are not erased: delete them.
         */
        post: operations["eraseAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures/{erasureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an erasure certificate
         * @description Returns the certificate with its current state. Certificates are stored permanently.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List companies
         * @description Lists companies with their accounts, MRR and first channel, sorted by MRR, descending.
         *
         *     In the rate limit, each 100 ms of the call count like a further request.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a payment
         * @description You may record a payment before `identify`; it is attributed once the account is linked.
         *
         *     After an erasure, a repeat under an earlier `Idempotency-Key` has no effect and gets the account as it is.
         */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record payments in bulk
         * @description Takes up to 1000 payments, for example past ones. Invalid rows are skipped and counted.
         *
         *     In the rate limit, 50 items count like a request.
         */
        post: operations["recordPayments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the attribution of a payment
         * @description Returns how a model divides one payment among the visits of its account. Parts are whole minor units and add up to the amount: the largest remainders are rounded up, on ties those of earlier visits.
         */
        get: operations["getCredit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export conversions with click ids
         * @description Lists sales and subscriptions of accounts whose visitors clicked an ad before, by time, or their signups with `event=signup`. There is one row per payment or signup and ad platform. It has the latest click of the 90 days before. Only clicks on sites with `clickIds: true` are stored and listed. Ad platforms learn from the click id, without an address. Refunds are left out and change no value. A page can have fewer rows than `limit`, or none: continue until `nextCursor` is null.
         */
        get: operations["listConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get revenue by currency and channel
         * @description Returns exact sums per currency, a series, and a breakdown by a dimension of the accounts.
         *
         *     In the rate limit, each 100 ms of the call count like a further request.
         */
        get: operations["getRevenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the integration of a payment provider
         * @description Returns the path of the webhook endpoint for the provider's events and whether its signing secret is stored. Also returns the last event, the last error, and the number of ignored events by type.
         */
        get: operations["getIntegration"];
        /**
         * Set the signing secret of a provider
         * @description Headwater then accepts events of the payment provider that are signed with this secret. Replaces the previous secret. The token also needs the scopes `payments` and `identify`, because these events record payments and link accounts.
         */
        put: operations["setIntegrationSecret"];
        post?: never;
        /**
         * Remove the signing secret of a provider
         * @description The provider's events are then answered with 404. Recorded payments are kept.
         */
        delete: operations["removeIntegrationSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/stripe/{workspace}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of Stripe
         * @description Records payments, refunds, disputes, customers and subscriptions. Ignores all other events. Enable these events for your Stripe endpoint:
         *
         *     - `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `invoice.paid` and `payment_intent.succeeded`: payments. `invoice.payment_succeeded`, `charge.succeeded` and `charge.captured` work too.
         *     - `invoice_payment.paid`: which payment intent paid an invoice. Required with `payment_intent.succeeded` or `charge.succeeded` if your Stripe API version is 2025-03-31 or later.
         *     - `charge.refunded`: refunds.
         *     - `charge.dispute.created`, `charge.dispute.closed`, `charge.dispute.funds_withdrawn` and `charge.dispute.funds_reinstated`: a dispute counts as a refund, unless it is won.
         *     - `customer.created` and `customer.updated`: link a Stripe customer to an account. Paid invoices and completed checkouts link it too.
         *     - `customer.subscription.created`, `.updated` and `.deleted`: set `mrr` and `plan` of the account, as soon as the customer is linked to it.
         *
         *     Events may arrive late, twice and in any order. A payment counts once, although Stripe reports it by several events. Without an email address, it belongs to its Stripe customer.
         *
         *     The metadata `headwater_ref` of a session, payment intent or subscription links the visitor with that id to the account. The value of `window.headwater.ref` as `client_reference_id` does the same. Both count with a payment of more than 0. For free orders and trials, call identify.
         *
         *     The MRR of an account is the sum of its `active` and `past_due` subscriptions: unit price × quantity. A year has 12 months, 52 weeks and 365 days. Trials, metered and tiered prices, discounts and taxes are excluded. MRR is 0 once all subscriptions are canceled; `plan` is kept. `plan` is the nickname, lookup key or id of the largest subscription's price. With several currencies, MRR uses that of the latest change. The last update wins: an identify with `mrr` or `plan`, or a changed subscription.
         */
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/paddle/{workspace}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of Paddle
         * @description Records transactions, refunds, chargebacks, customers and subscriptions of Paddle Billing. Ignores all other events. Enable these events for your notification destination:
         *
         *     - `transaction.completed`: payments, with tax.
         *     - `adjustment.created` and `adjustment.updated`: approved refunds, and chargebacks unless they are reversed.
         *     - `customer.created` and `customer.updated`: link a Paddle customer to the account with its email address. Required: other events have no address.
         *     - `subscription.created`, `.activated`, `.updated`, `.past_due`, `.paused`, `.resumed`, `.canceled` and `.trialing`: set `mrr` and `plan` of the account.
         *
         *     Events may arrive late, twice and in any order. `custom_data.headwater_ref` of a transaction of more than 0 links the visitor with that id to the account. Paddle copies it from the subscription. For free transactions and trials, call identify.
         *
         *     The MRR of an account is the sum of its `active` and `past_due` subscriptions: unit price × quantity, without discounts and taxes.
         */
        post: operations["receivePaddleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/lemon-squeezy/{workspace}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of Lemon Squeezy
         * @description Records orders, subscription payments, refunds and subscriptions of Lemon Squeezy. Ignores all other events. Enable these events for your webhook:
         *
         *     - `order_created`: one-time payments and the first payment of a subscription, with tax.
         *     - `subscription_payment_success`: further payments of a subscription.
         *     - `order_refunded` and `subscription_payment_refunded`: refunds. Several refunds of one payment count at the time of the latest.
         *     - `subscription_created`, `_updated`, `_cancelled`, `_resumed`, `_expired`, `_paused` and `_unpaused`: set `plan` of the account. These events contain no price. Send `mrr` with identify: it becomes 0 when all subscriptions have ended.
         *
         *     Events may arrive late, twice and in any order. `headwater_ref` in the custom data of a checkout links the visitor with that id to the account. It counts with a payment of more than 0. For free orders and trials, call identify.
         */
        post: operations["receiveLemonSqueezyEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/polar/{workspace}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event of Polar
         * @description Records orders, refunds, customers and subscriptions of Polar. Ignores all other events. Enable these events for your endpoint with the format Raw:
         *
         *     - `order.paid`: payments, with tax.
         *     - `refund.created` and `refund.updated`: refunds that have succeeded, with tax.
         *     - `customer.created` and `customer.updated`: link a Polar customer to the account with its email address. Orders and subscriptions link it too.
         *     - `subscription.created`, `.active`, `.updated`, `.past_due`, `.canceled`, `.uncanceled` and `.revoked`: set `mrr` and `plan` of the account.
         *
         *     Events may arrive late, twice and in any order. The metadata `headwater_ref` of a checkout, order or customer links the visitor with that id to the account. It counts with the first order of more than 0. For free orders and trials, call identify.
         *
         *     The MRR of an account is the sum of its `active` and `past_due` subscriptions, without taxes.
         */
        post: operations["receivePolarEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dashboard-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a dashboard sign-in link
         * @description The link signs one person in to the dashboard, once, within 10 minutes.
         */
        post: operations["createDashboardLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dashboard-sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a dashboard session
         * @description The session, or the unused sign-in link with this id, ends within 5 seconds.
         */
        delete: operations["endDashboardSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dashboard-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dashboard sessions
         * @description Lists the browsers that are signed in to the dashboard. No IP addresses are stored.
         */
        get: operations["listDashboardSessions"];
        put?: never;
        post?: never;
        /**
         * End all other dashboard sessions
         * @description Ends all sessions and unused sign-in links of the workspace within 5 seconds, except the session that sends the request.
         */
        delete: operations["endDashboardSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/share-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List share links
         * @description Lists the links that show the pages of this site without a token, including expired links.
         */
        get: operations["listShareLinks"];
        put?: never;
        /**
         * Create a share link
         * @description Creates a public, read-only page with the site's numbers. You can embed the page. After its expiry, the link works like a revoked one. It stays in the list until you revoke it or change its expiry. A site has at most 100 links, including expired ones.
         */
        post: operations["createShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/share-links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a share link
         * @description The shared page stops working within 5 seconds.
         */
        delete: operations["deleteShareLink"];
        options?: never;
        head?: never;
        /**
         * Update a share link
         * @description Changes only the fields you send. A field that is null stays unchanged, except `expiresAt`: the link then never expires. A later expiry also revives an expired link. A new `page` without `view` opens with its default view. Open pages follow the change within 5 seconds.
         */
        patch: operations["updateShareLink"];
        trace?: never;
    };
    "/api/v1/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views
         * @description Lists the pages of the dashboard that members of the workspace saved. A token with a list of sites sees those of its sites.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save a view
         * @description Saves a page of the dashboard for all members of the workspace. A workspace can have up to 500 saved views.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description Deletes the saved view for all members of the workspace. The data of the page stays.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Update a saved view
         * @description Changes only the fields you send. A field that is null stays unchanged.
         */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists the webhooks with their state, without their signing secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends signed events to your HTTPS endpoint. A workspace can have up to 20 webhooks. The token needs the scope of each event:
         *
         *     - `site.installed`: `sites:read`
         *     - `site.deleted`: `sites:read`
         *     - `site.purged`: `sites:read`
         *     - `identity.linked`: `identify`
         *     - `payment.attributed`: `payments`
         *     - `attribution.changed`: `identify`
         *     - `goal.reached`: `stats:read`
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description The response shows whether deliveries are failing.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Also deletes the list of its deliveries.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Changes only the fields you send. Null empties `description`; other fields that are null stay unchanged. Set `status` to pause the webhook or to make it active again. The token needs the scopes of the events, as in createWebhook. In a dashboard session, a change of `url` or `events` needs a recent sign-in.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of type `webhook.test` to the webhook. The list of deliveries shows the result.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events to a webhook
         * @description Sends the events since a time or after a cursor again, for the last 30 days. Includes events from before the webhook was created and while it was disabled. The token needs the scopes of the events, as in createWebhook.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Both the old and the new secret sign deliveries for 24 hours. The token needs the scopes of the events, as in createWebhook.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Lists every delivery of the last 30 days and its result, newest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook events
         * @description Lists the events of the last 30 days, oldest first. Poll this list as an alternative to webhooks. Contains only events whose scope the token has:
         *
         *     - `site.installed`: `sites:read`
         *     - `site.deleted`: `sites:read`
         *     - `site.purged`: `sites:read`
         *     - `identity.linked`: `identify`
         *     - `payment.attributed`: `payments`
         *     - `attribution.changed`: `identify`
         *     - `goal.reached`: `stats:read`
         */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens
         * @description Lists the tokens of the workspace without their secrets.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token
         * @description The new token can have no scope that your own token lacks, and expires no later. Revoking your own token also revokes the tokens it created. A workspace has at most 1000 active tokens.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{tokenId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a token
         * @description Creates a token with the same scopes, sites and expiry. The old token works until the overlap ends, then it is expired. Tokens that it created keep working until it is revoked. The old token can't expire later than your own.
         */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description The token stops working within 5 seconds, as do the tokens it created, the tokens these created, and their dashboard sessions. So do tokens that its predecessor created after the rotation. A token that replaced it by rotation keeps working. If the token leaked, also revoke its `replacedBy`.
         *
         *     Webhooks, share links and signing secrets of payment providers that these tokens created keep working, so that the rotation of a token interrupts no payments. `stillWorking` lists them: remove those that you don't need.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Lists changes to sites and tokens and corrections of recorded channels, with actor and time, newest first. Also lists exports, reads of visitors and accounts, and calls beyond a token's rights. Frequent reads and refused calls are listed once a minute per caller and action.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send several reads in one request
         * @description Sends up to 20 GET requests of this API concurrently, with the credential of the call. Each is authorised, validated, limited and logged as if it were sent alone. The rate limit counts the call as one more request. A failed request does not fail the others. Files, streams and batches are not allowed.
         *
         *     With `Accept: application/x-ndjson`, each response is one line, sent as soon as it is ready: `{"index", "status", "retryAfter", "body"}`. `index` is the position of its request, from 0. These lines are compressed.
         */
        post: operations["readBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenAPI document
         * @description Returns this document. Generate clients from it.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that verify certificates
         * @description Returns the public keys as a JWK set (RFC 7517), newest first. Retired keys stay, so old certificates remain verifiable.
         */
        get: operations["getSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check liveness
         * @description Returns 200 while the process runs. Calls no database and no service.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Returns 503 with the unreachable dependencies: Postgres and the services behind the gateway.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SiteConfigInput: {
            /** @description Display name; defaults to the domain */
            name?: string | null;
            /**
             * @description IANA zone name; defaults to UTC
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /** @description Site types; the first one is the primary type */
            categories?: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[] | null;
            /** @description Free-form tags: up to 50, each up to 64 characters */
            tags?: string[] | null;
            goals?: components["schemas"]["GoalInput"][] | null;
            funnels?: components["schemas"]["FunnelInput"][] | null;
        };
        GoalInput: {
            name: string;
            /** @enum {string} */
            type: "event" | "page";
            /** @description Required with type `event` */
            event?: string;
            /** @description Required with type `page`. May end in `*` */
            path?: string;
            /** @default [] */
            filters?: {
                /** @description pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source or `props.<key>` */
                key: string;
                /**
                 * @default is
                 * @enum {string}
                 */
                operator?: "is" | "is_not" | "contains" | "contains_not" | "starts_with";
                /** @description `(none)` matches the unknown value */
                value: string;
            }[];
        };
        FunnelInput: {
            name: string;
            steps: components["schemas"]["GoalInput"][];
            /**
             * @description Max hours between the first step and the last step
             * @default 24
             */
            windowHours?: number;
        };
        AnnotationInput: {
            /**
             * Format: date
             * @description Day in the time zone of the site
             * @example 2026-10-25
             */
            day: string;
            /**
             * @description 1 to 200 characters on one line, without an email address or a token
             * @example New pricing page
             */
            text: string;
        };
        ServerEvent: {
            /**
             * Format: uuid
             * @description An id counts once per site for 35 days, whatever else differs. A repeat with the same values is accepted again. A repeat with other values is dropped with the reason `duplicate`: the first event counts. An event without `time` keeps the time of its first arrival. If ids cannot be checked at the moment, the duplicate is dropped later, and only its receipt reports it
             */
            event_id?: string;
            /**
             * @description Visitor id: 1 to 128 printable characters, without @, %40 or a JWT. A number is stored as text
             * @example visitor-1
             */
            anonymous_id: string;
            /**
             * @description Same rule as `anonymous_id`; a number is stored as text. Groups events into one session, which ends after 30 minutes without an event of the visitor. Without this field, an event joins the session nearby, also the tracker's
             * @example session-1
             */
            session_id?: string;
            /**
             * @description Up to 120 characters
             * @example signup
             */
            name: string;
            /**
             * @description Full URL of the page. Required for a pageview
             * @example https://example.com/pricing
             */
            url?: string;
            /** @description Full URL of the previous page */
            referrer?: string;
            /**
             * Format: date-time
             * @description ISO 8601, up to 30 days in the past and 5 minutes in the future. Default: now
             */
            time?: string;
            /** @description Up to 30 properties. Values are stored as text; a property that is null is left out */
            props?: {
                [key: string]: string | number | boolean;
            };
            user_agent?: string;
            /** @description Used to find country and region, then discarded */
            ip?: string;
        };
        AccountRow: {
            /**
             * @description Hashed on arrival, never stored
             * @example ada@example.com
             */
            email: string;
            /** @description Your internal id of the account. A number is stored as text; null unsets it */
            user_id?: string | null;
            /** @description A number is stored as text; null unsets it */
            plan?: string | null;
            /** @description Your key of the company, for B2B accounts. A number is stored as text; null unsets it */
            company?: string | null;
            /** @description Monthly recurring revenue, also as a decimal string. Null unsets it. Subscriptions of a payment provider update it too */
            mrr?: number | null;
            /** @description Up to 50 traits and 8 KiB per account; traits beyond that are left out. A null value removes the trait */
            traits?: {
                [key: string]: unknown;
            };
        };
        CostRow: {
            /**
             * Format: date
             * @description Calendar date
             * @example 2026-10-25
             */
            day: string;
            /** @enum {string} */
            channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            /** @description As in reports, such as `Google` */
            source?: string;
            /** @description `utm_campaign` */
            campaign?: string;
            /**
             * @description Major units, not negative, with up to as many decimals as the currency has
             * @example 12.50
             */
            amount: string | number;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /** @description Clicks */
            clicks?: number;
            /** @description Impressions */
            impressions?: number;
        };
        PaymentRow: {
            /**
             * @description Your id of the payment. A payment sent again counts once. A number is stored as text
             * @example inv_1001
             */
            payment_id: string;
            /** @description Email of the account; send either `email` or `user_id`. Hashed on arrival, never stored */
            email?: string;
            /** @description Your internal id of the account. Of several accounts with this id, the oldest has the payment. Ids with an email address or a JWT are refused. A number is stored as text */
            user_id?: string;
            /**
             * @description Major units, not negative, with up to as many decimals as the currency has
             * @example 49.00
             */
            amount: string | number;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /**
             * @description For a refund, the amount is the refunded amount. It lowers net revenue
             * @default sale
             * @enum {string}
             */
            type?: "sale" | "refund" | "subscription";
            /**
             * Format: date-time
             * @description Default: now
             * @example 2026-10-25T02:00:00.000Z
             */
            occurred_at?: string;
        };
        SavedViewInput: {
            /**
             * @description 1 to 80 characters on one line, without an email address or a token
             * @example Organic search in Germany
             */
            name: string;
            /**
             * @description Page of the dashboard
             * @enum {string}
             */
            page: "overview" | "events" | "goals" | "journeys" | "quality" | "sites" | "revenue" | "acquisition" | "cohorts" | "attribution";
            /** @description Required for pages of a site. Pages of the workspace have none */
            siteId?: number;
            /**
             * @description Query string of the page, without `?`: the time range, the comparison, filters and other choices. At most 2000 characters, without an email address or a token
             * @example range=90d&compare=previous_period&filter[channel]=Organic+Search&filter[country]=DE
             */
            query: string;
        };
        Site: {
            id: number;
            /** @example example.com */
            domain: string;
            name: string;
            /**
             * @description IANA zone name
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description True once the snippet was seen live on the site. Stays true afterwards */
            installed: boolean;
            /** @description Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. A change applies to new events within 5 s, and is an audit log entry of its own */
            scrub: boolean;
            /** @description Whether the click ids of landing pages (gclid, gbraid, wbraid, msclkid, fbclid, ttclid, li_fat_id, twclid) are stored, encrypted, for 90 days. `GET /conversions` exports them. False also deletes those that are stored, with the next run of the purge job. A change applies to new pageviews within 5 s, and is an audit log entry of its own */
            clickIds: boolean;
            /**
             * @description Paths whose events from browsers are dropped as `excluded`. `*` is any text. Up to 50, each up to 200 characters. Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own
             * @example [
             *       "/admin/*"
             *     ]
             */
            excludedPaths: string[];
            /**
             * @description IP addresses and subnets whose events from browsers are dropped as `excluded`. Up to 50. No subnet of every address (`/0`). The collector compares them on arrival. No event contains an address
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            excludedAddresses: string[];
            /**
             * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
             * @example 400
             */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When a shorter `retentionDays` applies; null once it does. Until then you can change it without loss of events
             */
            retentionAppliesAt: string | null;
            /**
             * Format: date
             * @description First day without removed events, in the time zone of the site; null if none were removed
             */
            removedBefore: string | null;
            /** @description First of `categories`; null if there are none */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
        };
        SiteWithActivity: {
            id: number;
            /** @example example.com */
            domain: string;
            name: string;
            /**
             * @description IANA zone name
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description True once the snippet was seen live on the site. Stays true afterwards */
            installed: boolean;
            /** @description Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. A change applies to new events within 5 s, and is an audit log entry of its own */
            scrub: boolean;
            /** @description Whether the click ids of landing pages (gclid, gbraid, wbraid, msclkid, fbclid, ttclid, li_fat_id, twclid) are stored, encrypted, for 90 days. `GET /conversions` exports them. False also deletes those that are stored, with the next run of the purge job. A change applies to new pageviews within 5 s, and is an audit log entry of its own */
            clickIds: boolean;
            /**
             * @description Paths whose events from browsers are dropped as `excluded`. `*` is any text. Up to 50, each up to 200 characters. Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own
             * @example [
             *       "/admin/*"
             *     ]
             */
            excludedPaths: string[];
            /**
             * @description IP addresses and subnets whose events from browsers are dropped as `excluded`. Up to 50. No subnet of every address (`/0`). The collector compares them on arrival. No event contains an address
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            excludedAddresses: string[];
            /**
             * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
             * @example 400
             */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When a shorter `retentionDays` applies; null once it does. Until then you can change it without loss of events
             */
            retentionAppliesAt: string | null;
            /**
             * Format: date
             * @description First day without removed events, in the time zone of the site; null if none were removed
             */
            removedBefore: string | null;
            /** @description First of `categories`; null if there are none */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            activity: components["schemas"]["SiteActivity"];
        };
        SiteActivity: {
            /**
             * Format: date-time
             * @description Last accepted event
             */
            lastEventAt: string | null;
            /** @description Distinct visitors in the last 5 minutes */
            online: number;
            /** @description True if the snippet was live but no event has arrived for more than 7 days */
            goneQuiet: boolean;
            /** @description Distinct visitors in the last 30 days */
            visitors: number;
            /** @description Visitors per day in the site's time zone, oldest day first */
            days: {
                /** Format: date */
                day: string;
                visitors: number;
            }[];
            /** @description Do not sum the visitors and sessions of a series: a visitor active in two buckets counts in both. The totals count each visitor once */
            additive: boolean;
        };
        DeletedSite: {
            id: number;
            /** @example example.com */
            domain: string;
            name: string;
            /**
             * @description IANA zone name
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description True once the snippet was seen live on the site. Stays true afterwards */
            installed: boolean;
            /** @description Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. A change applies to new events within 5 s, and is an audit log entry of its own */
            scrub: boolean;
            /** @description Whether the click ids of landing pages (gclid, gbraid, wbraid, msclkid, fbclid, ttclid, li_fat_id, twclid) are stored, encrypted, for 90 days. `GET /conversions` exports them. False also deletes those that are stored, with the next run of the purge job. A change applies to new pageviews within 5 s, and is an audit log entry of its own */
            clickIds: boolean;
            /**
             * @description Paths whose events from browsers are dropped as `excluded`. `*` is any text. Up to 50, each up to 200 characters. Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own
             * @example [
             *       "/admin/*"
             *     ]
             */
            excludedPaths: string[];
            /**
             * @description IP addresses and subnets whose events from browsers are dropped as `excluded`. Up to 50. No subnet of every address (`/0`). The collector compares them on arrival. No event contains an address
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            excludedAddresses: string[];
            /**
             * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
             * @example 400
             */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When a shorter `retentionDays` applies; null once it does. Until then you can change it without loss of events
             */
            retentionAppliesAt: string | null;
            /**
             * Format: date
             * @description First day without removed events, in the time zone of the site; null if none were removed
             */
            removedBefore: string | null;
            /** @description First of `categories`; null if there are none */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deletedAt: string;
            /** Format: date-time */
            purgeAt: string;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description The problem and its fix */
            detail: string;
            /** @enum {string} */
            code: "missing_token" | "invalid_token" | "session_ended" | "insufficient_scope" | "sign_in_required" | "invalid_site_key" | "origin_not_allowed" | "password_required" | "invalid_request" | "invalid_json" | "invalid_signature" | "unknown_field" | "unknown_parameter" | "unknown_dimension" | "unknown_filter" | "not_found" | "site_not_found" | "token_not_found" | "session_not_found" | "token_replaced" | "share_link_not_found" | "goal_not_found" | "funnel_not_found" | "annotation_not_found" | "saved_view_not_found" | "visitor_not_found" | "webhook_not_found" | "erasure_not_found" | "account_not_found" | "payment_not_found" | "method_not_allowed" | "domain_in_use" | "payment_conflict" | "config_changed" | "payload_too_large" | "uri_too_long" | "headers_too_large" | "request_timeout" | "unsupported_media_type" | "idempotency_key_in_use" | "idempotency_key_reused" | "query_too_heavy" | "rate_limited" | "workspace_busy" | "upstream_unavailable" | "deadline_exceeded" | "cancelled" | "internal_error";
            requestId: string;
            errors?: {
                field: string;
                message: string;
            }[];
        };
        CreatedSite: {
            id: number;
            /** @example example.com */
            domain: string;
            name: string;
            /**
             * @description IANA zone name
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description True once the snippet was seen live on the site. Stays true afterwards */
            installed: boolean;
            /** @description Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. A change applies to new events within 5 s, and is an audit log entry of its own */
            scrub: boolean;
            /** @description Whether the click ids of landing pages (gclid, gbraid, wbraid, msclkid, fbclid, ttclid, li_fat_id, twclid) are stored, encrypted, for 90 days. `GET /conversions` exports them. False also deletes those that are stored, with the next run of the purge job. A change applies to new pageviews within 5 s, and is an audit log entry of its own */
            clickIds: boolean;
            /**
             * @description Paths whose events from browsers are dropped as `excluded`. `*` is any text. Up to 50, each up to 200 characters. Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own
             * @example [
             *       "/admin/*"
             *     ]
             */
            excludedPaths: string[];
            /**
             * @description IP addresses and subnets whose events from browsers are dropped as `excluded`. Up to 50. No subnet of every address (`/0`). The collector compares them on arrival. No event contains an address
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            excludedAddresses: string[];
            /**
             * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
             * @example 400
             */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When a shorter `retentionDays` applies; null once it does. Until then you can change it without loss of events
             */
            retentionAppliesAt: string | null;
            /**
             * Format: date
             * @description First day without removed events, in the time zone of the site; null if none were removed
             */
            removedBefore: string | null;
            /** @description First of `categories`; null if there are none */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description True if the domain already had a site */
            existing: boolean;
            /** @description The script element to add to every page of the site */
            snippet: string;
        };
        Sandbox: {
            id: number;
            /** @example example.com */
            domain: string;
            name: string;
            /**
             * @description IANA zone name
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description True once the snippet was seen live on the site. Stays true afterwards */
            installed: boolean;
            /** @description Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. A change applies to new events within 5 s, and is an audit log entry of its own */
            scrub: boolean;
            /** @description Whether the click ids of landing pages (gclid, gbraid, wbraid, msclkid, fbclid, ttclid, li_fat_id, twclid) are stored, encrypted, for 90 days. `GET /conversions` exports them. False also deletes those that are stored, with the next run of the purge job. A change applies to new pageviews within 5 s, and is an audit log entry of its own */
            clickIds: boolean;
            /**
             * @description Paths whose events from browsers are dropped as `excluded`. `*` is any text. Up to 50, each up to 200 characters. Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own
             * @example [
             *       "/admin/*"
             *     ]
             */
            excludedPaths: string[];
            /**
             * @description IP addresses and subnets whose events from browsers are dropped as `excluded`. Up to 50. No subnet of every address (`/0`). The collector compares them on arrival. No event contains an address
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            excludedAddresses: string[];
            /**
             * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
             * @example 400
             */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When a shorter `retentionDays` applies; null once it does. Until then you can change it without loss of events
             */
            retentionAppliesAt: string | null;
            /**
             * Format: date
             * @description First day without removed events, in the time zone of the site; null if none were removed
             */
            removedBefore: string | null;
            /** @description First of `categories`; null if there are none */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description The script element to add to every page of the site */
            snippet: string;
            /** Format: date-time */
            expiresAt: string;
            seed: number;
            /** @description The totals that `/stats` and `/events` return for this window, a few seconds later */
            expected: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                visitors: number;
                sessions: number;
                pageviews: number;
                events: {
                    name: string;
                    events: number;
                    visitors: number;
                }[];
                channels: {
                    /** @enum {string} */
                    key: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                    visitors: number;
                    pageviews: number;
                }[];
            };
        };
        FullSite: {
            id: number;
            /** @example example.com */
            domain: string;
            name: string;
            /**
             * @description IANA zone name
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description True once the snippet was seen live on the site. Stays true afterwards */
            installed: boolean;
            /** @description Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. A change applies to new events within 5 s, and is an audit log entry of its own */
            scrub: boolean;
            /** @description Whether the click ids of landing pages (gclid, gbraid, wbraid, msclkid, fbclid, ttclid, li_fat_id, twclid) are stored, encrypted, for 90 days. `GET /conversions` exports them. False also deletes those that are stored, with the next run of the purge job. A change applies to new pageviews within 5 s, and is an audit log entry of its own */
            clickIds: boolean;
            /**
             * @description Paths whose events from browsers are dropped as `excluded`. `*` is any text. Up to 50, each up to 200 characters. Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own
             * @example [
             *       "/admin/*"
             *     ]
             */
            excludedPaths: string[];
            /**
             * @description IP addresses and subnets whose events from browsers are dropped as `excluded`. Up to 50. No subnet of every address (`/0`). The collector compares them on arrival. No event contains an address
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            excludedAddresses: string[];
            /**
             * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
             * @example 400
             */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When a shorter `retentionDays` applies; null once it does. Until then you can change it without loss of events
             */
            retentionAppliesAt: string | null;
            /**
             * Format: date
             * @description First day without removed events, in the time zone of the site; null if none were removed
             */
            removedBefore: string | null;
            /** @description First of `categories`; null if there are none */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description The script element to add to every page of the site */
            snippet: string;
            /** @description Null if detection never ran */
            detection: components["schemas"]["Detection"] | null;
            goals: components["schemas"]["Goal"][];
            funnels: components["schemas"]["Funnel"][];
        };
        Detection: {
            /** @enum {string} */
            status: "pending" | "done" | "failed";
            /** Format: date-time */
            checkedAt: string | null;
            title: string | null;
            language: string | null;
            platform: string | null;
            snippetFound: boolean | null;
            suggestedCategories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            findings: components["schemas"]["Finding"][];
        };
        Finding: {
            code: string;
            message: string;
            fix: string;
        };
        Goal: {
            id: number;
            name: string;
            /** @enum {string} */
            type: "event" | "page";
            /** @description With type `event`: the event name */
            event: string | null;
            /** @description With type `page`: a pathname, optionally ending in `*` */
            path: string | null;
            /** @description Same form as query filters. They apply to the event itself */
            filters: {
                /** @description pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source or `props.<key>` */
                key: string;
                /** @enum {string} */
                operator: "is" | "is_not" | "contains" | "contains_not" | "starts_with";
                /** @description `(none)` matches the unknown value */
                value: string;
            }[];
        };
        Funnel: {
            id: number;
            name: string;
            steps: components["schemas"]["FunnelStep"][];
            /** @description Max hours between the first step and the last step */
            windowHours: number;
        };
        FunnelStep: {
            name: string;
            /** @enum {string} */
            type: "event" | "page";
            /** @description With type `event`: the event name */
            event: string | null;
            /** @description With type `page`: a pathname, optionally ending in `*` */
            path: string | null;
            /** @description Same form as query filters. They apply to the event itself */
            filters: {
                /** @description pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source or `props.<key>` */
                key: string;
                /** @enum {string} */
                operator: "is" | "is_not" | "contains" | "contains_not" | "starts_with";
                /** @description `(none)` matches the unknown value */
                value: string;
            }[];
        };
        Deletion: {
            deleted: boolean;
            id: number;
            /** Format: date-time */
            purgeAt: string;
        };
        Purge: {
            siteId: number;
            /**
             * @description `active`: not deleted. `scheduled`: deleted, can be restored until `purgeAt`. `purging`: the purge has begun and cannot be undone. `purged`: all data of the site is deleted.
             * @enum {string}
             */
            state: "active" | "scheduled" | "purging" | "purged";
            /** Format: date-time */
            deletedAt: string | null;
            /** Format: date-time */
            purgeAt: string | null;
            /** Format: date-time */
            beganAt: string | null;
            /** @description Present once the site is purged. Stored permanently */
            certificate: {
                siteId: number;
                /** Format: date-time */
                finishedAt: string;
                /** @description Deleted rows by table of both databases; tables without such rows are omitted. `notices`: webhook events. A final check found no row of the site in any table. */
                rows: {
                    [key: string]: number;
                };
                /** @description Compact JWS (RFC 7515) of all other fields. `GET /.well-known/jwks.json` returns the keys to verify it */
                jws: string;
            } | null;
        };
        SiteConfig: {
            name: string;
            timezone: string;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            goals: components["schemas"]["GoalDefinition"][];
            funnels: {
                name: string;
                steps: components["schemas"]["GoalDefinition"][];
                windowHours: number;
            }[];
        };
        ConfigChanges: {
            dryRun: boolean;
            changes: {
                /** @enum {string} */
                op: "add" | "change" | "remove";
                /** @example goals/Signup */
                path: string;
                /** @description Null for an added entry */
                before: unknown;
                /** @description Null for a removed entry */
                after: unknown;
            }[];
            config: components["schemas"]["SiteConfig"];
        };
        SiteStatus: {
            installed: boolean;
            /**
             * Format: date-time
             * @description Last accepted event
             */
            lastEventAt: string | null;
            /** @description Distinct visitors in the last 5 minutes */
            online: number;
            /** @description Problems and their fixes: from the last check of the home page and from the traffic of the last 24 hours. Empty if there are none. */
            findings: components["schemas"]["Finding"][];
        };
        AnnotationList: {
            annotations: components["schemas"]["Annotation"][];
        };
        Annotation: {
            id: number;
            /**
             * Format: date
             * @description Day in the time zone of the site
             * @example 2026-10-25
             */
            day: string;
            /**
             * @description 1 to 200 characters on one line, without an email address or a token
             * @example New pricing page
             */
            text: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        DefinitionDeletion: {
            deleted: boolean;
            id: number;
        };
        Ingested: {
            accepted: number;
            dropped: {
                index: number;
                id: string;
                /** @enum {string} */
                reason: "unknown_site" | "host_mismatch" | "bot" | "excluded" | "invalid_event" | "too_old" | "in_future" | "duplicate";
                /**
                 * @description The field that causes the drop
                 * @example url
                 */
                field: string;
                /**
                 * @description The problem of the field
                 * @example must be a full URL, such as https://example.com/pricing
                 */
                message: string;
            }[];
            /** @description One id per event, in order: its `event_id`, or a generated one. Use it to fetch the receipt */
            ids: string[];
        };
        EventList: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /**
             * Format: date
             * @description The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later
             */
            removedBefore?: string;
            data: {
                /** @description Sorted by events, descending, then by name */
                events: {
                    name: string;
                    events: number;
                    visitors: number;
                    /** @description Property keys, up to 500. Each is a dimension `props.<key>` */
                    properties: string[];
                }[];
            };
        };
        EventAnalysis: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /**
             * Format: date
             * @description The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later
             */
            removedBefore?: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            data: {
                name: string;
                events: number;
                uniqueVisitors: number;
                pageviews: number;
                /** @description Events per 100 pageviews, two decimals */
                eventRate?: number;
                series: {
                    /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                    hour?: string;
                    /** @description With grain day: `2026-10-25` */
                    day?: string;
                    /** @description With grain week: its Monday, `2026-10-19` */
                    week?: string;
                    /** @description With grain month: `2026-10` */
                    month?: string;
                    events: number;
                    visitors: number;
                }[];
                /** @description Do not sum the visitors and sessions of a series: a visitor active in two buckets counts in both. The totals count each visitor once */
                additive: boolean;
                dimension: string | null;
                breakdown: {
                    key: string;
                    events: number;
                    visitors: number;
                    pageviews?: number;
                    /** @description Events per 100 pageviews, two decimals */
                    eventRate?: number;
                    /** @description The same key in the earlier window if `compare` is given; zeros if the key has no events there. Keys that only the earlier window has are not listed */
                    comparison?: {
                        events: number;
                        visitors: number;
                        pageviews?: number;
                        /** @description Events per 100 pageviews, two decimals */
                        eventRate?: number;
                    };
                }[];
                /** @description Events in rows beyond `limit` */
                other?: number;
                /** @description Why `eventRate` is absent */
                note?: string;
                /** @description The earlier window, present if `compare` is given */
                comparison?: {
                    /** @example 2026-10-01 to 2026-10-30 */
                    range: string;
                    events: number;
                    uniqueVisitors: number;
                    pageviews: number;
                    /** @description Events per 100 pageviews, two decimals */
                    eventRate?: number;
                };
            };
        };
        Stats: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /**
             * Format: date
             * @description The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later
             */
            removedBefore?: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            data: {
                /** @description Distinct visitors with any event */
                visitors: number;
                /** @description Distinct sessions with any event. A session ends after 30 minutes without events */
                sessions: number;
                pageviews: number;
                /** @description Defined as in `breakdown`; null without sessions */
                bounceRate: number | null;
                /** @description Mean seconds from the first to the last event of a session in the window, including bounces; null without sessions */
                visitDuration: number | null;
                /** @description Pageviews per session, two decimals; null without sessions */
                viewsPerVisit: number | null;
                /** @description With `include=revenue`: payments in the window by accounts whose recorded first visit was on this site and has the value of the row. Rows have revenue only for dimensions that `/revenue` supports, and only the 500 rows with the largest net. Never summed across currencies */
                revenue?: {
                    currency: string;
                    /**
                     * @description Gross minus refunds
                     * @example 49.00
                     */
                    net: string;
                    payments: number;
                    customers: number;
                    /**
                     * @description Net divided by visitors, with two decimals more than the currency; null without visitors
                     * @example 49.00
                     */
                    perVisitor: string | null;
                }[];
                imported?: components["schemas"]["ImportedStats"];
                series: {
                    /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                    hour?: string;
                    /** @description With grain day: `2026-10-25` */
                    day?: string;
                    /** @description With grain week: its Monday, `2026-10-19` */
                    week?: string;
                    /** @description With grain month: `2026-10` */
                    month?: string;
                    /** @description Distinct visitors with any event */
                    visitors: number;
                    /** @description Distinct sessions with any event. A session ends after 30 minutes without events */
                    sessions: number;
                    pageviews: number;
                }[];
                /** @description Do not sum the visitors and sessions of a series: a visitor active in two buckets counts in both. The totals count each visitor once */
                additive: boolean;
                dimension: string | null;
                /** @description Sorted by visitors, descending, then by key. With `include=revenue`, keys with revenue but without visitors follow, up to `limit` rows */
                breakdown: {
                    key: string;
                    /** @description Distinct visitors with any event */
                    visitors: number;
                    /** @description Distinct sessions with any event. A session ends after 30 minutes without events */
                    sessions: number;
                    pageviews: number;
                    /** @description Percent of sessions with no more than one event, not counting `engagement`; two decimals. Counts all events of a session from an hour before the window to an hour after it, including events that do not match the filters. A visit across midnight is therefore a bounce on neither day */
                    bounceRate: number;
                    /** @description The same key in the earlier window if `compare` is given; zeros if the key has no events there. Keys that only the earlier window has are not listed. Absent if the earlier window exceeds a limit of queries, and in rows that `include=revenue` adds */
                    comparison?: {
                        /** @description Distinct visitors with any event */
                        visitors: number;
                        /** @description Distinct sessions with any event. A session ends after 30 minutes without events */
                        sessions: number;
                        pageviews: number;
                        /** @description Defined as in `breakdown`; null without sessions */
                        bounceRate: number | null;
                    };
                    /** @description With `include=revenue`: payments in the window by accounts whose recorded first visit was on this site and has the value of the row. Rows have revenue only for dimensions that `/revenue` supports, and only the 500 rows with the largest net. Never summed across currencies */
                    revenue?: {
                        currency: string;
                        /**
                         * @description Gross minus refunds
                         * @example 49.00
                         */
                        net: string;
                        payments: number;
                        customers: number;
                        /**
                         * @description Net divided by visitors, with two decimals more than the currency; null without visitors
                         * @example 49.00
                         */
                        perVisitor: string | null;
                    }[];
                }[];
                /** @description Present if `dimensions` is given: a breakdown for each, in the order of the request, with up to `dimensions_limit` rows. Rows as in `breakdown`, without revenue */
                breakdowns?: {
                    dimension: string;
                    rows: {
                        key: string;
                        /** @description Distinct visitors with any event */
                        visitors: number;
                        /** @description Distinct sessions with any event. A session ends after 30 minutes without events */
                        sessions: number;
                        pageviews: number;
                        /** @description Percent of sessions with no more than one event, not counting `engagement`; two decimals. Counts all events of a session from an hour before the window to an hour after it, including events that do not match the filters. A visit across midnight is therefore a bounce on neither day */
                        bounceRate: number;
                        /** @description The same key in the earlier window if `compare` is given; zeros if the key has no events there. Keys that only the earlier window has are not listed. Absent if the earlier window exceeds a limit of queries, and in rows that `include=revenue` adds */
                        comparison?: {
                            /** @description Distinct visitors with any event */
                            visitors: number;
                            /** @description Distinct sessions with any event. A session ends after 30 minutes without events */
                            sessions: number;
                            pageviews: number;
                            /** @description Defined as in `breakdown`; null without sessions */
                            bounceRate: number | null;
                        };
                    }[];
                    /**
                     * @description Present if this breakdown exceeds a limit of queries. It then has no rows. Request it alone, or for a shorter window
                     * @constant
                     */
                    error?: "query_too_heavy";
                }[];
                /** @description The earlier window, present if `compare` is given */
                comparison?: {
                    /** @example 2026-10-01 to 2026-10-30 */
                    range: string;
                    /** @description Distinct visitors with any event */
                    visitors: number;
                    /** @description Distinct sessions with any event. A session ends after 30 minutes without events */
                    sessions: number;
                    pageviews: number;
                    /** @description Defined as in `breakdown`; null without sessions */
                    bounceRate: number | null;
                    /** @description Mean seconds from the first to the last event of a session in the window, including bounces; null without sessions */
                    visitDuration: number | null;
                    /** @description Pageviews per session, two decimals; null without sessions */
                    viewsPerVisit: number | null;
                };
            };
        };
        ImportedStats: {
            /** @description Days in the window with imported totals */
            days: number;
            /** @description Sum of the daily visitors: a visitor active on two days counts twice */
            dailyVisitors: number;
            sessions: number;
            pageviews: number;
            /** @description Percent of sessions; null without sessions */
            bounceRate: number | null;
            /** @description Mean seconds; null without sessions */
            visitDuration: number | null;
            /** @description Only buckets with imported days. Empty with `grain=hour` */
            series: {
                /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                hour?: string;
                /** @description With grain day: `2026-10-25` */
                day?: string;
                /** @description With grain week: its Monday, `2026-10-19` */
                week?: string;
                /** @description With grain month: `2026-10` */
                month?: string;
                /** @description Sum of the daily visitors: a visitor active on two days counts twice */
                dailyVisitors: number;
                sessions: number;
                pageviews: number;
            }[];
            /** @description Available for `pathname`, `entry_page`, `exit_page`, `source`, `country`, `region`, `device`, `browser` and `os`; otherwise empty */
            breakdown: {
                key: string;
                /** @description Sum of the daily visitors: a visitor active on two days counts twice */
                dailyVisitors: number;
                sessions: number;
                pageviews: number;
            }[];
            /** @description Custom events */
            events: {
                name: string;
                events: number;
                dailyVisitors: number;
            }[];
        };
        Realtime: {
            /**
             * Format: date-time
             * @description Start of the first of 30 whole minutes
             */
            from: string;
            /**
             * Format: date-time
             * @description End of the current minute
             */
            to: string;
            timezone: string;
            data: {
                visitors: number;
                sessions: number;
                pageviews: number;
                series: {
                    /** @example 2026-10-25T02:07:00+01:00 */
                    minute: string;
                    visitors: number;
                    sessions: number;
                    pageviews: number;
                }[];
                /** @description Do not sum the visitors and sessions of a series: a visitor active in two buckets counts in both. The totals count each visitor once */
                additive: boolean;
                dimension: string | null;
                /** @description Sorted by visitors, descending, then by key */
                breakdown: {
                    key: string;
                    visitors: number;
                    sessions: number;
                    pageviews: number;
                }[];
            };
        };
        Retention: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /** @enum {string} */
            cohort: "week" | "day";
            /**
             * Format: date
             * @description The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later
             */
            removedBefore?: string;
            data: {
                /** @description One cohort per week or day of the window. The window cuts the first and the last week: start it on a Monday */
                cohorts: {
                    /**
                     * @description By week: its Monday
                     * @example 2026-10-19
                     */
                    week?: string;
                    /**
                     * @description By day
                     * @example 2026-10-19
                     */
                    day?: string;
                    /** @description Visitors whose first matching event in the last 731 days falls in this week or day */
                    visitors: number;
                    /** @description By week: the following weeks, up to the end of the window */
                    weeks?: {
                        week: string;
                        /** @description Visitors of the cohort with an event in this week or on this day */
                        visitors: number;
                        /** @description Percent of the cohort, two decimals; null for an empty cohort */
                        retention: number | null;
                    }[];
                    /** @description By day: the following days, up to the end of the window */
                    days?: {
                        day: string;
                        /** @description Visitors of the cohort with an event in this week or on this day */
                        visitors: number;
                        /** @description Percent of the cohort, two decimals; null for an empty cohort */
                        retention: number | null;
                    }[];
                    /** @description Do not sum the visitors and sessions of a series: a visitor active in two buckets counts in both. The totals count each visitor once */
                    additive: boolean;
                }[];
            };
        };
        TrafficQuality: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /**
             * Format: date
             * @description The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later
             */
            removedBefore?: string;
            data: {
                /** @description Accepted events, by event time */
                accepted: number;
                /** @description Repeated events that were not counted again. Repeated imports are not included */
                duplicates: number;
                /** @description Dropped events by reason, without bots, by arrival time */
                dropped: {
                    reason: string;
                    events: number;
                }[];
                /** @description Events of bots, by bot reason */
                bots: {
                    reason: string;
                    events: number;
                }[];
            };
        };
        Receipt: {
            /** Format: uuid */
            id: string;
            /**
             * @description `duplicate`: stored, and received more than once; counts once. Becomes `stored` when the copies are merged (minutes to one day). With `reason`: a repeat had other values and was dropped. `unknown`: older than 7 days, or still in transit
             * @enum {string}
             */
            status: "stored" | "duplicate" | "dropped" | "unknown";
            /** Format: date-time */
            receivedAt?: string;
            /**
             * @description Drop reason
             * @example host_mismatch
             */
            reason?: string;
            /**
             * @description The field that caused the drop
             * @example url
             */
            field?: string;
            /** @description The problem of the field */
            message?: string;
            /**
             * @description Why the sender was classified as a bot
             * @example crawler
             */
            botReason?: string;
            /** @description The session of a stored event. Late events may move an event to another session */
            session?: {
                /**
                 * @description The pseudonymous `sessionId` of an export. Only for tokens with the scope `export`
                 * @example 9d2c5c1c2a734f6b7b0b5c1c2a734f6b
                 */
                id?: string;
                /** @description Null if no event of the session has a page */
                channel: ("Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct") | null;
                /** @example Google */
                source: string | null;
                /**
                 * @description The channel rule that led to this channel. Empty without a channel. Up to version 4 of the rules, Paid Search had a second rule, `paid-search-click`, which is named `paid-search` here
                 * @example [
                 *       "organic-search"
                 *     ]
                 */
                rules: string[];
                /** @description 0 without a channel */
                rulesVersion: number;
            };
        };
        ImportReport: {
            /** @description Rows that are now stored, including rows stored by an earlier import */
            taken: number;
            refused: number;
            /** @description The first 20 refused rows, by the line of the file on which each row ends */
            errors: {
                line: number;
                /**
                 * @description The column with the problem; `row` for the row itself
                 * @example created_at
                 */
                field: string;
                message: string;
            }[];
        };
        Visitor: {
            /** @description Pseudonym of the visitor, the same as in exports */
            visitorId: string;
            /**
             * Format: date-time
             * @description First event on the site in the window
             */
            firstSeenAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** @description Channel of the first session in the workspace; null if unknown, or if the token is limited to certain sites */
            channel: string | null;
            /** @description Oldest first. Null means unknown */
            sessions: {
                /** Format: date-time */
                startedAt: string;
                channel: string | null;
                source: string | null;
                /** @description Host and path of the first page, without the query */
                landing: string | null;
                device: string | null;
                country: string | null;
                /** @description ISO 3166-2; null without a city database */
                region: string | null;
                events: {
                    /** Format: date-time */
                    time: string;
                    name: string;
                    pathname: string;
                    props: {
                        [key: string]: string;
                    };
                }[];
            }[];
            /** @description Number of older events in the window that are not shown: only the newest 1000 are */
            olderEvents: number;
        };
        GoalList: {
            goals: components["schemas"]["Goal"][];
        };
        GoalResult: {
            goal: components["schemas"]["Goal"];
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /**
             * Format: date
             * @description The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later
             */
            removedBefore?: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            data: {
                /** @description Events that reached the goal */
                conversions: number;
                /** @description Distinct visitors who reached it */
                visitors: number;
                /** @description Percent of all visitors in the window that match the column filters, two decimals; null without visitors */
                conversionRate: number | null;
                series: {
                    /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                    hour?: string;
                    /** @description With grain day: `2026-10-25` */
                    day?: string;
                    /** @description With grain week: its Monday, `2026-10-19` */
                    week?: string;
                    /** @description With grain month: `2026-10` */
                    month?: string;
                    /** @description Events that reached the goal */
                    conversions: number;
                    /** @description Distinct visitors who reached it */
                    visitors: number;
                }[];
                /** @description Do not sum the visitors and sessions of a series: a visitor active in two buckets counts in both. The totals count each visitor once */
                additive: boolean;
                dimension: string | null;
                /** @description Sorted by conversions, descending, then by key */
                breakdown: {
                    key: string;
                    /** @description Events that reached the goal */
                    conversions: number;
                    /** @description Distinct visitors who reached it */
                    visitors: number;
                    /** @description Percent of the row's visitors. Absent for the dimension `props.<key>` */
                    conversionRate?: number;
                }[];
            };
        };
        FunnelList: {
            funnels: components["schemas"]["Funnel"][];
        };
        FunnelResult: {
            funnel: components["schemas"]["Funnel"];
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /**
             * Format: date
             * @description The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later
             */
            removedBefore?: string;
            data: {
                /** @description Visitors who completed the first step */
                entered: number;
                /** @description Visitors who completed all steps */
                completed: number;
                /** @description Percent of the visitors who entered, two decimals; null if none did */
                conversionRate: number | null;
                /** @description Visitors who completed all steps up to this one. Each step must come strictly after the previous one, within `windowHours` of the first step and within the range. Filters apply to every step */
                steps: {
                    name: string;
                    visitors: number;
                    /** @description Visitors of the previous step who did not complete this one */
                    dropOff: number;
                    /** @description Percent of the visitors who entered, two decimals; null if none did */
                    conversionRate: number | null;
                    /** @description Time from the first step to this one, seconds with two decimals, exact. Of several attempts of a visitor, the first one that completed the most steps counts. Null for the first step and without visitors */
                    timeToConvert: {
                        /** @description Half of the visitors took at most as long */
                        median: number;
                        /** @description 90 percent of the visitors took at most as long */
                        p90: number;
                    } | null;
                }[];
                dimension: string | null;
                /** @description Sorted by `entered`, descending, then by key. The key is the value of the visitor's first step */
                breakdown: {
                    key: string;
                    entered: number;
                    completed: number;
                    /** @description Percent of the visitors who entered, two decimals; null if none did */
                    conversionRate: number | null;
                }[];
            };
        };
        Explanation: {
            /** @example Organic Search */
            channel: string;
            /** @example Google */
            source: string;
            /** @description Host and path, as stored */
            referrer: string;
            /**
             * @description The channel rule that matched
             * @example organic-search
             */
            rule: string;
            rulesVersion: number;
            utm: {
                source: string;
                medium: string;
                campaign: string;
                term: string;
                content: string;
            };
            device: string;
            browser: string;
            os: string;
            bot: {
                /**
                 * @description `unknown` without a user agent
                 * @enum {string}
                 */
                verdict: "person" | "bot" | "unknown";
                /**
                 * @description Why the sender was classified as a bot
                 * @example crawler
                 */
                reason?: string;
            };
        };
        Identified: {
            ok: boolean;
            /** @description Whether a session of the visitor is stored. If false, the account is linked and its channel recorded as soon as one is, usually within seconds */
            linked: boolean;
            /**
             * @description Present when `linked`, unless the token is limited to certain sites
             * @enum {string}
             */
            channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            /** @description Present when not `linked`: the account is stored. Absent in the answer to a repeat under an Idempotency-Key after its erasure */
            enriched?: boolean;
            /** @description Fields that were left out, with the reason: they contain an email address or a JWT, or the traits exceed a limit */
            warnings?: {
                field: string;
                message: string;
            }[];
        };
        AccountBulkResult: {
            ok: boolean;
            imported: number;
            skipped: number;
            /** @description The skipped rows, in order */
            errors: {
                index: number;
                /**
                 * @description The first invalid field; `row` for a row that is no object
                 * @example amount
                 */
                field: string;
                /** @description All problems of the row */
                message: string;
            }[];
            /** @description Fields left out of imported rows, with the reason; at most 1000, invalid fields before unknown ones */
            warnings: {
                index: number;
                field: string;
                message: string;
            }[];
        };
        AccountAttribution: {
            /** @description Whether the account exists */
            found: boolean;
            /** @enum {string} */
            channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            source?: string;
            campaign?: string;
            landing?: string;
            referrer?: string;
            /** Format: date-time */
            firstSeenAt?: string;
            /** Format: date-time */
            recordedAt?: string;
            rulesVersion?: number;
            /** @description Visitors linked to the account */
            visitors: number;
            /** @description Linked visitors whose first session has not arrived yet */
            pendingVisitors: number;
            /** @description Sessions after the recorded one, newest first, up to 50, of the 100 visitors linked last. They don't affect attribution */
            laterTouches: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                source: string;
                campaign: string;
                landing: string;
                referrer: string;
            }[];
            /** @description Number of later sessions in the last 731 days */
            laterTouchCount: number;
            /** @description Payments of the account, including refunds */
            payments: number;
            /** @description Revenue of the account, credited to its channel if it has one. Never summed across currencies */
            revenue: {
                currency: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                gross: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                refunds: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                net: string;
                /** @description Sales and subscriptions */
                payments: number;
            }[];
            /** @description The newest 10 payments, newest first */
            latestPayments: {
                payment_id: string;
                type: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                amount: string;
                currency: string;
                /** Format: date-time */
                occurredAt: string;
            }[];
        };
        AccountAttributions: {
            accounts: {
                /** @description Index of the account in the request */
                index: number;
                /** @description Whether the account exists */
                found: boolean;
                /** @description Why the entry is invalid */
                error?: string;
                /** @description Headwater's id of the account */
                id?: number;
                /** @description Your id of the account */
                userId?: string | null;
                company?: string | null;
                plan?: string | null;
                /**
                 * @description Monthly recurring revenue in major units
                 * @example 49
                 */
                mrr?: string | null;
                /**
                 * @description `linked`: the channel is recorded. `pending`: an event can still resolve a link, for 30 days. `unattributed`: neither
                 * @enum {string}
                 */
                status?: "linked" | "pending" | "unattributed";
                channel?: ("Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct") | null;
                source?: string | null;
                campaign?: string | null;
                landing?: string | null;
                referrer?: string | null;
                country?: string | null;
                device?: string | null;
                /** Format: date-time */
                firstSeenAt?: string | null;
                /** Format: date-time */
                identifiedAt?: string;
                /** Format: date-time */
                recordedAt?: string | null;
                rulesVersion?: number | null;
                /**
                 * Format: date-time
                 * @description When the last change became visible in this list
                 */
                changedAt?: string;
                /** @description Never summed across currencies */
                revenue?: {
                    currency: string;
                    /**
                     * @description Major units
                     * @example 49.00
                     */
                    gross: string;
                    /**
                     * @description Major units
                     * @example 49.00
                     */
                    refunds: string;
                    /**
                     * @description Major units
                     * @example 49.00
                     */
                    net: string;
                    /** @description Sales and subscriptions */
                    payments: number;
                    /** Format: date-time */
                    firstPaidAt: string | null;
                    /** Format: date-time */
                    lastPaidAt: string | null;
                }[];
                /** @description Visitors linked to the account */
                visitors?: number;
                pendingVisitors?: number;
            }[];
        };
        AccountList: {
            accounts: components["schemas"]["Account"][];
            /** @description Null on the last page */
            nextCursor: string | null;
            /** @description Send it as `changed_since` to get later changes. Null with filters or a time range */
            feedCursor: string | null;
        };
        Account: {
            /** @description Headwater's id of the account */
            id: number;
            /** @description Your id of the account */
            userId: string | null;
            company: string | null;
            plan: string | null;
            /**
             * @description Monthly recurring revenue in major units
             * @example 49
             */
            mrr: string | null;
            /**
             * @description `linked`: the channel is recorded. `pending`: an event can still resolve a link, for 30 days. `unattributed`: neither
             * @enum {string}
             */
            status: "linked" | "pending" | "unattributed";
            channel: ("Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct") | null;
            source: string | null;
            campaign: string | null;
            landing: string | null;
            referrer: string | null;
            country: string | null;
            device: string | null;
            /** Format: date-time */
            firstSeenAt: string | null;
            /** Format: date-time */
            identifiedAt: string;
            /** Format: date-time */
            recordedAt: string | null;
            rulesVersion: number | null;
            /**
             * Format: date-time
             * @description When the last change became visible in this list
             */
            changedAt: string;
            /** @description Never summed across currencies */
            revenue: {
                currency: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                gross: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                refunds: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                net: string;
                /** @description Sales and subscriptions */
                payments: number;
                /** Format: date-time */
                firstPaidAt: string | null;
                /** Format: date-time */
                lastPaidAt: string | null;
            }[];
        };
        AccountWithPayments: {
            /** @description Headwater's id of the account */
            id: number;
            /** @description Your id of the account */
            userId: string | null;
            company: string | null;
            plan: string | null;
            /**
             * @description Monthly recurring revenue in major units
             * @example 49
             */
            mrr: string | null;
            /**
             * @description `linked`: the channel is recorded. `pending`: an event can still resolve a link, for 30 days. `unattributed`: neither
             * @enum {string}
             */
            status: "linked" | "pending" | "unattributed";
            channel: ("Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct") | null;
            source: string | null;
            campaign: string | null;
            landing: string | null;
            referrer: string | null;
            country: string | null;
            device: string | null;
            /** Format: date-time */
            firstSeenAt: string | null;
            /** Format: date-time */
            identifiedAt: string;
            /** Format: date-time */
            recordedAt: string | null;
            rulesVersion: number | null;
            /**
             * Format: date-time
             * @description When the last change became visible in this list
             */
            changedAt: string;
            /** @description Never summed across currencies */
            revenue: {
                currency: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                gross: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                refunds: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                net: string;
                /** @description Sales and subscriptions */
                payments: number;
                /** Format: date-time */
                firstPaidAt: string | null;
                /** Format: date-time */
                lastPaidAt: string | null;
            }[];
            /** @description The newest 1000 payments, newest first */
            payments: {
                paymentId: string;
                /** Format: date-time */
                occurredAt: string;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                amount: string;
                currency: string;
                /** @enum {string} */
                type: "sale" | "refund" | "subscription";
            }[];
            /** @description The newest 1000 visits of the account, newest first. Stored up to 20 minutes after their events */
            touches: components["schemas"]["Touch"][];
        };
        Touch: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            source: string | null;
            campaign: string | null;
            landing: string | null;
            referrer: string | null;
        };
        Customers: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            /** @enum {string} */
            basis: "identified" | "first_visit";
            /** @enum {string} */
            model: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
            /** @description Days; absent with first_touch */
            lookback?: number;
            data: {
                /** @description Accounts */
                customers: number;
                /** @description Accounts with a positive net in a currency */
                paying: number;
                /**
                 * @description Current MRR. Not currency-converted
                 * @example 490
                 */
                mrr: string;
                /** @description Revenue of these accounts to date. Never summed across currencies */
                revenue: {
                    currency: string;
                    /**
                     * @description Sales and subscriptions to date
                     * @example 49.00
                     */
                    gross: string;
                    /**
                     * @description Refunded amounts
                     * @example 49.00
                     */
                    refunds: string;
                    /**
                     * @description Gross minus refunds; may be negative
                     * @example 49.00
                     */
                    net: string;
                }[];
                /** @description Accounts with a recorded channel */
                linked: number;
                /** @description Accounts that may still get a channel */
                pending: number;
                /** @description All other accounts */
                unattributed: number;
                /** @description Why accounts are unattributed. Adds up to `unattributed` */
                unattributedReasons: {
                    /** @description Neither an identify call nor a payment had a visitor id */
                    noVisitorId: number;
                    /** @description No visit with the visitor id was counted within 30 days */
                    noVisit: number;
                };
                series: {
                    /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                    hour?: string;
                    /** @description With grain day: `2026-10-25` */
                    day?: string;
                    /** @description With grain week: its Monday, `2026-10-19` */
                    week?: string;
                    /** @description With grain month: `2026-10` */
                    month?: string;
                    /** @description Accounts */
                    customers: number;
                    /** @description Accounts with a positive net in a currency */
                    paying: number;
                }[];
                dimension: ("channel" | "source" | "campaign" | "landing" | "referrer" | "country" | "device" | "utm_source" | "utm_medium" | "utm_campaign" | "site" | "plan" | "company") | null;
                breakdown: {
                    key: string;
                    /** @description Accounts */
                    customers: number;
                    /** @description Accounts with a positive net in a currency */
                    paying: number;
                    /**
                     * @description Current MRR. Not currency-converted
                     * @example 490
                     */
                    mrr: string;
                    /** @description Revenue of these accounts to date. Never summed across currencies */
                    revenue: {
                        currency: string;
                        /**
                         * @description Sales and subscriptions to date
                         * @example 49.00
                         */
                        gross: string;
                        /**
                         * @description Refunded amounts
                         * @example 49.00
                         */
                        refunds: string;
                        /**
                         * @description Gross minus refunds; may be negative
                         * @example 49.00
                         */
                        net: string;
                    }[];
                    /** @description With the dimensions `channel`, `source` and `campaign`, and without filters by another dimension: the costs that you sent for the days of the window. A currency without costs is missing. Only for callers with the scope `payments`; other callers also get no keys with costs only */
                    costs?: {
                        currency: string;
                        /**
                         * @description Costs of the window for this key
                         * @example 49.00
                         */
                        amount: string;
                        /**
                         * @description Cost per customer
                         * @example 49.00
                         */
                        cac: string | null;
                        /**
                         * @description Net revenue to date in this currency, divided by the cost
                         * @example 3.20
                         */
                        roas: string | null;
                        /** @description With `include=payback`: the calendar month after that of the acquisition in which net revenue reaches the cost. 0: the month of the acquisition. Null: not yet */
                        paybackMonths?: number | null;
                    }[];
                }[];
            };
        };
        Cohorts: {
            /** @description Days of acquisition */
            range: string;
            timezone: string;
            /** @enum {string} */
            cohort: "month" | "week";
            /** @enum {string} */
            metric: "net" | "paying" | "mrr";
            /** @enum {string} */
            model: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
            /** @description Days; absent with first_touch */
            lookback?: number;
            /** @description Currency of money and costs; null without payments, and without costs that the token may read */
            currency: string | null;
            data: {
                dimension: ("channel" | "source" | "campaign" | "landing" | "referrer" | "country" | "device" | "utm_source" | "utm_medium" | "utm_campaign" | "site" | "plan" | "company") | null;
                cohorts: {
                    /**
                     * @description The month, or the Monday of the week
                     * @example 2026-04
                     */
                    cohort: string;
                    /** @description Value of the dimension; null without one */
                    key: string | null;
                    customers: number;
                    /** @description From the period of acquisition to the current one */
                    periods: {
                        /** @description Months or weeks since the acquisition */
                        period: number;
                        /**
                         * @description By metric: an amount of money in major units, or a number of accounts
                         * @example 490.00
                         */
                        value: string;
                        /**
                         * @description By metric: an amount of money in major units, or a number of accounts
                         * @example 490.00
                         */
                        cumulative: string;
                        /** @description LTV to date: `cumulative` per customer. With the metric `paying`: percent of the customers. Null without customers: a model credits payments of the cohort to the key */
                        perCustomer: string | null;
                    }[];
                    /**
                     * @description Costs in `currency`. Null: none are known, or the token lacks the scope `payments`, and `cac`, `roas` and `paybackPeriod` are null, too
                     * @example 49.00
                     */
                    costs: string | null;
                    /**
                     * @description Cost per customer
                     * @example 49.00
                     */
                    cac: string | null;
                    /** @description Net revenue to date, divided by the costs */
                    roas: string | null;
                    /** @description First period in which cumulative net revenue covers the costs */
                    paybackPeriod: number | null;
                }[];
            };
        };
        CostBulkResult: {
            ok: boolean;
            imported: number;
            skipped: number;
            /** @description The skipped rows, in order */
            errors: {
                index: number;
                /**
                 * @description The first invalid field; `row` for a row that is no object
                 * @example amount
                 */
                field: string;
                /** @description All problems of the row */
                message: string;
            }[];
            /** @description Saved rows whose key was stored */
            replaced: number;
        };
        CostList: {
            costs: {
                /** Format: date */
                day: string;
                channel: ("Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct") | null;
                source: string | null;
                campaign: string | null;
                /** @example 12.50 */
                amount: string;
                currency: string;
                clicks: number | null;
                impressions: number | null;
            }[];
            nextCursor: string | null;
        };
        DeletedCosts: {
            ok: boolean;
            /** @description Deleted costs */
            deleted: number;
        };
        Erasure: {
            ok: boolean;
            certificate: components["schemas"]["ErasureCertificate"];
        };
        ErasureCertificate: {
            /** @description Returns the certificate again: `GET /api/v1/erasures/{erasureId}` */
            id: string;
            /** Format: date-time */
            at: string;
            /**
             * Format: date-time
             * @description Null while the erasure runs
             */
            completedAt: string | null;
            /**
             * @description Running: not all services have deleted their data. One of them is unavailable, or is publishing webhook events or running another erasure. The erasure completes without another call
             * @enum {string}
             */
            status: "running" | "complete";
            /** @description Profiles deleted, with their recorded channel */
            profiles: number;
            /** @description Links to visitors deleted */
            links: number;
            /** @description Payments unlinked: kept in totals, without the account. A later refund of such a payment is unlinked too. A later refund that names only its customer is stored under the customer id of the provider */
            payments: number;
            /** @description Links to customers of payment providers deleted */
            customers: number;
            /** @description Subscriptions of these customers deleted */
            subscriptions: number;
            /** @description Stored sessions of the accounts deleted */
            touches: number;
            /** @description Visitors that were linked to no other account */
            visitors: number;
            /** @description Stored events of these visitors deleted, on all sites; 0 until they are counted */
            events: number;
            /** @description Stored first sessions of these visitors deleted */
            firstTouches: number;
            /** @description Stored click ids of these visitors deleted. Absent if an earlier version counted the rows, without click ids */
            clickIds?: number;
            /** @description Stored webhook events whose `userId` was removed */
            webhookEvents: number;
            /**
             * @description Deleted rows of all other tables, by table: rejected events (`dead_letters`), `imported_properties`, rows of roll-ups with a visitor, `attributions` and others. `billing_customers`: customers that lost the id of an erased visitor. Tables without such rows are omitted. Absent if an earlier version counted the rows
             * @example {
             *       "attributions": 1,
             *       "dead_letters": 2
             *     }
             */
            rows?: {
                [key: string]: number;
            };
            /** @description Running exports of the workspace that were closed. Absent in older certificates */
            closedExports?: number;
            /** @description Compact JWS (RFC 7515) of all other fields. `GET /.well-known/jwks.json` returns the keys to verify it. Null while the erasure runs */
            jws: string | null;
        };
        ErasureList: {
            erasures: components["schemas"]["ErasureCertificate"][];
            nextCursor: string | null;
        };
        Companies: {
            companies: {
                /** @description Your company key */
                company: string;
                accounts: number;
                /**
                 * @description Sum of the MRR of its accounts
                 * @example 490.00
                 */
                mrr: string;
                /**
                 * @description Channel of the first account
                 * @enum {string}
                 */
                channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            }[];
            /** @description Number of all companies, including those beyond `limit` */
            total: number;
        };
        RecordedPayment: {
            ok: boolean;
            /** @description Whether the account already has a recorded channel */
            attributed: boolean;
            /**
             * @description Absent for tokens that are limited to certain sites
             * @enum {string}
             */
            channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
        };
        BulkResult: {
            ok: boolean;
            imported: number;
            skipped: number;
            /** @description The skipped rows, in order */
            errors: {
                index: number;
                /**
                 * @description The first invalid field; `row` for a row that is no object
                 * @example amount
                 */
                field: string;
                /** @description All problems of the row */
                message: string;
            }[];
        };
        Credit: {
            paymentId: string;
            /**
             * @description Major units
             * @example 49.00
             */
            amount: string;
            currency: string;
            /** @enum {string} */
            type: "sale" | "refund" | "subscription";
            /** @enum {string} */
            model: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
            /** @description Days; 0: all visits */
            lookback: number;
            /** @description By time. The amounts add up to `amount` */
            shares: {
                /** @description Null: neither a visit nor a channel is known */
                touch: components["schemas"]["CreditedTouch"] | null;
                /** @description Percent */
                share: number;
                /**
                 * @description Major units
                 * @example 49.00
                 */
                amount: string;
                /**
                 * @description `touch`: a visit within the lookback. `recorded`: the recorded attribution, because there is no such visit or the model is first_touch. `none`: neither is known
                 * @enum {string}
                 */
                reason: "touch" | "recorded" | "none";
            }[];
        };
        CreditedTouch: {
            /**
             * Format: date-time
             * @description Null: the account was erased; its channel is kept
             */
            at: string | null;
            /** @enum {string} */
            channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            source: string | null;
            campaign: string | null;
            landing: string | null;
            referrer: string | null;
        };
        ConversionList: {
            conversions: components["schemas"]["Conversion"][];
            /** @description Null on the last page */
            nextCursor: string | null;
        };
        Conversion: {
            /** @description Your id of the payment. Of a signup: `signup-` and the id of the account. Ad platforms count it once */
            conversionId: string;
            /** Format: date-time */
            occurredAt: string;
            /**
             * @description Major units. Null for a signup
             * @example 49.00
             */
            value: string | null;
            /** @description Null for a signup */
            currency: string | null;
            /** @enum {string} */
            type: "sale" | "refund" | "subscription" | "signup";
            /** @enum {string} */
            platform: "google" | "microsoft" | "meta" | "tiktok" | "linkedin" | "x";
            siteId: number;
            /**
             * Format: date-time
             * @description When the landing page was opened
             */
            clickedAt: string;
            /**
             * @description Of the landing page
             * @enum {string}
             */
            parameter: "gclid" | "gbraid" | "wbraid" | "msclkid" | "fbclid" | "ttclid" | "li_fat_id" | "twclid";
            clickId: string;
        };
        Revenue: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            /** @enum {string} */
            model: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
            /** @description Days; absent with first_touch */
            lookback?: number;
            data: {
                dimension: ("channel" | "source" | "plan" | "company" | "site" | "country" | "utm_source" | "utm_medium" | "utm_campaign") | null;
                /** @description Never summed across currencies */
                currencies: {
                    currency: string;
                    /**
                     * @description Sales and subscriptions
                     * @example 49.00
                     */
                    gross: string;
                    /**
                     * @description Refunded amounts
                     * @example 49.00
                     */
                    refunds: string;
                    /**
                     * @description Gross minus refunds; may be negative
                     * @example 49.00
                     */
                    net: string;
                    /** @description Sales and subscriptions */
                    payments: number;
                    /** @description Distinct accounts with a sale or subscription */
                    customers: number;
                    /**
                     * @description Part of `net` from accounts without a recorded channel
                     * @example 49.00
                     */
                    unattributed: string;
                    series: {
                        /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                        hour?: string;
                        /** @description With grain day: `2026-10-25` */
                        day?: string;
                        /** @description With grain week: the Monday, `2026-10-19` */
                        week?: string;
                        /** @description With grain month: `2026-10` */
                        month?: string;
                        /**
                         * @description Gross minus refunds; may be negative
                         * @example 49.00
                         */
                        net: string;
                        /** @description Sales and subscriptions */
                        payments: number;
                    }[];
                    breakdown: {
                        key: string;
                        /**
                         * @description Sales and subscriptions
                         * @example 49.00
                         */
                        gross: string;
                        /**
                         * @description Refunded amounts
                         * @example 49.00
                         */
                        refunds: string;
                        /**
                         * @description Gross minus refunds; may be negative
                         * @example 49.00
                         */
                        net: string;
                        /** @description Sales and subscriptions */
                        payments: number;
                        /** @description Distinct accounts with a sale or subscription */
                        customers: number;
                    }[];
                }[];
                /** @description Part of `unattributed` that may still be attributed, up to 30 days after the payment */
                pending: {
                    currency: string;
                    /**
                     * @description Gross minus refunds; may be negative
                     * @example 49.00
                     */
                    net: string;
                    /** @description Sales and subscriptions */
                    payments: number;
                }[];
                /** @description MRR of accounts first identified in this period, by channel, with the same filters. Not currency-converted */
                newMrr: {
                    /** @description Recorded channel, or `(none)` */
                    channel: string;
                    /**
                     * @description Current MRR of the accounts
                     * @example 490
                     */
                    mrr: string;
                    /** @description Accounts with an MRR above 0 */
                    accounts: number;
                }[];
            };
        };
        PaymentIntegration: {
            /** @enum {string} */
            provider: "stripe" | "paddle" | "lemon-squeezy" | "polar";
            /** @description Whether a signing secret is set. The secret is never shown */
            configured: boolean;
            /**
             * Format: date-time
             * @description Time at which the secret was set
             */
            since: string | null;
            /** @description Id of the token that set the secret, also through a dashboard session. The secret keeps working after the revocation of this token. Null: no secret, or set in a session of the admin command or by an earlier release */
            createdBy: number | null;
            /**
             * @description Path of this API to which the provider must send its events. It never changes. Keep it secret: it contains a random key
             * @example /webhooks/stripe/9f0c1f6e-6c1c-4a57-9d8a-0b6e1f3f2a11
             */
            webhookPath: string;
            /** @description The last event with a valid signature */
            lastEvent: {
                /**
                 * @description The provider's event type
                 * @example invoice.paid
                 */
                type: string;
                /** Format: date-time */
                at: string;
                /** @description `recorded`, or why the event was ignored */
                result: string;
            } | null;
            lastError: {
                /** @description `bad_signature`: a request was not signed with the secret; written at most once per minute. `unknown_object`: an event could not be read. Otherwise the error code of a refused event */
                code: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description Ignored events by type, most frequent first */
            ignored: {
                type: string;
                events: number;
            }[];
        };
        ReceivedPaymentEvent: {
            received: boolean;
            /** @description Whether the payment, refund, customer or subscription of the event is recorded, now or by an earlier event. Also true for an event from before the erasure of its account, of which only the amount counts */
            recorded: boolean;
            /**
             * @description Why nothing was recorded. `refused`: already recorded with other content, or invalid
             * @enum {string}
             */
            ignored?: "event_type" | "reported_by_invoice" | "reported_by_order" | "no_email" | "no_customer" | "no_amount" | "unreadable" | "refused";
        };
        DashboardLink: {
            /** @description Id of the session in the audit log */
            id: number;
            /**
             * Format: uri
             * @description URL to open in a browser
             */
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        DashboardSession: {
            /** @description `sessionId` of its entries in the audit log */
            id: number;
            /**
             * @description Browser family and system
             * @example Firefox on Linux
             */
            browser: string;
            /** @description Whether this session sent the request */
            current: boolean;
            /**
             * Format: date-time
             * @description Null: before this was recorded
             */
            signedInAt: string | null;
            /**
             * Format: date-time
             * @description Accurate to five minutes. Null: before this was recorded
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description End of the session, unless it is idle before
             */
            expiresAt: string;
            /** @description The token that created the sign-in link. Null: the admin command */
            tokenId: number | null;
            scopes: string[];
            /** @description Null: all sites */
            sites: number[] | null;
        };
        ShareLink: {
            id: number;
            name: string;
            /**
             * @description Page that the link shows, in any view. `overview`: visits, without event properties and revenue. `events`, `goals` and `journeys`: also event properties. `revenue`, `acquisition` and `cohorts`: sums of the accounts whose recorded first visit was on the site, without companies and costs
             * @enum {string}
             */
            page: "overview" | "events" | "goals" | "journeys" | "quality" | "revenue" | "acquisition" | "cohorts";
            /** @description Query string with which the page opens; empty: its default view */
            view: string;
            /**
             * Format: uri
             * @description URL of the shared page. Anyone with this URL, and the password if there is one, can view the numbers. Null without the scope `sites:write`, and in a dashboard session without a recent sign-in: the link would outlive the token or the session. Null for a page of the workspace, such as `revenue`, if the caller is limited to certain sites
             */
            url: string | null;
            hasPassword: boolean;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the token that created it, also through a dashboard session. It keeps working after the revocation of this token. Null: created in a session of the admin command, or by an earlier release */
            createdBy: number | null;
            /**
             * Format: date-time
             * @description Null if the link never expires
             */
            expiresAt: string | null;
        };
        ShareLinkList: {
            shareLinks: components["schemas"]["ShareLink"][];
        };
        SavedViewList: {
            savedViews: components["schemas"]["SavedView"][];
        };
        SavedView: {
            id: number;
            /**
             * @description 1 to 80 characters on one line, without an email address or a token
             * @example Organic search in Germany
             */
            name: string;
            /**
             * @description Page of the dashboard
             * @enum {string}
             */
            page: "overview" | "events" | "goals" | "journeys" | "quality" | "sites" | "revenue" | "acquisition" | "cohorts" | "attribution";
            /** @description Null for pages of the workspace, such as `revenue` */
            siteId: number | null;
            /**
             * @description Query string of the page, without `?`: the time range, the comparison, filters and other choices. At most 2000 characters, without an email address or a token
             * @example range=90d&compare=previous_period&filter[channel]=Organic+Search&filter[country]=DE
             */
            query: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreatedWebhook: {
            id: number;
            url: string;
            description: string;
            events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "attribution.changed" | "goal.reached")[];
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `failing`: all deliveries failed for three days. `gone`: the endpoint returned 410. `paused`: you disabled it */
            disabledReason: ("paused" | "failing" | "gone") | null;
            /** Format: date-time */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Time since which all deliveries have failed; null if the last delivery succeeded
             */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the token that created it, also through a dashboard session. It keeps working after the revocation of this token. Null: created in a session of the admin command, or by an earlier release */
            createdBy: number | null;
            /**
             * @description Shown only once. Signs the deliveries as specified by https://www.standardwebhooks.com
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        Webhook: {
            id: number;
            url: string;
            description: string;
            events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "attribution.changed" | "goal.reached")[];
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `failing`: all deliveries failed for three days. `gone`: the endpoint returned 410. `paused`: you disabled it */
            disabledReason: ("paused" | "failing" | "gone") | null;
            /** Format: date-time */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Time since which all deliveries have failed; null if the last delivery succeeded
             */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the token that created it, also through a dashboard session. It keeps working after the revocation of this token. Null: created in a session of the admin command, or by an earlier release */
            createdBy: number | null;
        };
        Replay: {
            queued: number;
            /** @description Cursor for replaying the rest; null if all events are queued */
            nextCursor: string | null;
        };
        RotatedWebhook: {
            id: number;
            url: string;
            description: string;
            events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "attribution.changed" | "goal.reached")[];
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `failing`: all deliveries failed for three days. `gone`: the endpoint returned 410. `paused`: you disabled it */
            disabledReason: ("paused" | "failing" | "gone") | null;
            /** Format: date-time */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Time since which all deliveries have failed; null if the last delivery succeeded
             */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the token that created it, also through a dashboard session. It keeps working after the revocation of this token. Null: created in a session of the admin command, or by an earlier release */
            createdBy: number | null;
            /**
             * @description Shown only once. Signs the deliveries as specified by https://www.standardwebhooks.com
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /** Format: date-time */
            previousUntil: string;
        };
        DeliveryList: {
            deliveries: components["schemas"]["Delivery"][];
            nextCursor: string | null;
        };
        Delivery: {
            id: number;
            /** @description Id of the event, sent as `webhook-id` */
            noticeId: string;
            /** @enum {string} */
            type: "site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "attribution.changed" | "goal.reached" | "webhook.test";
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description HTTP status of the last attempt */
            httpStatus: number | null;
            /** @description Problem of the last attempt; null if there was none */
            problem: ("name_not_found" | "private_address" | "unreachable" | "timed_out" | "redirected" | "http_error") | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Set while the delivery is pending
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Set once the delivery succeeded or failed for good
             */
            endedAt: string | null;
        };
        NoticeList: {
            notices: components["schemas"]["Notice"][];
            nextCursor: string;
            more: boolean;
        };
        /** @description A webhook event. Webhooks receive it as a POST. The `id` is in the header `webhook-id`, next to `webhook-timestamp` and `webhook-signature` (Standard Webhooks). An event may arrive twice and out of order. */
        Notice: components["schemas"]["SiteInstalledEvent"] | components["schemas"]["SiteDeletedEvent"] | components["schemas"]["SitePurgedEvent"] | components["schemas"]["IdentityLinkedEvent"] | components["schemas"]["PaymentAttributedEvent"] | components["schemas"]["AttributionChangedEvent"] | components["schemas"]["GoalReachedEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description The first event from the site's own pages arrived */
        SiteInstalledEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "site.installed";
            /** Format: date-time */
            timestamp: string;
            data: {
                siteId: number;
                domain: string;
            };
            id: string;
        };
        /** @description The site was deleted and can still be restored */
        SiteDeletedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "site.deleted";
            /** Format: date-time */
            timestamp: string;
            data: {
                siteId: number;
                domain: string;
            };
            id: string;
        };
        /** @description All data of the site was deleted; rows by table, without share links, which only the certificate counts */
        SitePurgedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "site.purged";
            /** Format: date-time */
            timestamp: string;
            data: {
                siteId: number;
                rows: {
                    [key: string]: number;
                };
            };
            id: string;
        };
        /** @description A visitor was linked to an account with a recorded channel */
        IdentityLinkedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "identity.linked";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** @description Your id of the account, if you sent one */
                userId: string | null;
                /** @enum {string} */
                channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                source: string | null;
                /** @description Site of the account's first session */
                siteId: number | null;
            };
            id: string;
        };
        /** @description A payment was attributed to a channel. Sent once per payment */
        PaymentAttributedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment.attributed";
            /** Format: date-time */
            timestamp: string;
            data: {
                paymentId: string;
                /** @description Your id of the account, if you sent one */
                userId: string | null;
                /** @enum {string} */
                paymentType: "sale" | "refund" | "subscription";
                /** @example 49.00 */
                amount: string;
                currency: string;
                /** Format: date-time */
                occurredAt: string;
                /** @enum {string} */
                channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                source: string | null;
                /** @description Site of the account's first session */
                siteId: number | null;
            };
            id: string;
        };
        /** @description The channel of an account was recorded (`previousChannel` is null), or an earlier session arrived late and corrected the recorded channel or source. Of several events of an account, the one with the latest `recordedAt` is its state. Its earlier payments follow; `payment.attributed` is not sent again. Events before this version lack `accountId`, `status` and `recordedAt` */
        AttributionChangedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "attribution.changed";
            /** Format: date-time */
            timestamp: string;
            data: {
                accountId?: number;
                /** @description Your id of the account, if you sent one */
                userId: string | null;
                /** @enum {string} */
                status?: "linked" | "pending" | "unattributed";
                previousChannel: ("Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct") | null;
                previousSource: string | null;
                /** @enum {string} */
                channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                source: string | null;
                /** @description Site of the account's first session */
                siteId: number | null;
                /** Format: date-time */
                recordedAt?: string;
                rulesVersion?: number | null;
            };
            id: string;
        };
        /** @description New conversions of a goal in one hour. Checked every five minutes, including late events */
        GoalReachedEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "goal.reached";
            /** Format: date-time */
            timestamp: string;
            data: {
                siteId: number;
                goalId: number;
                name: string;
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                /** @description New conversions since the previous event. Their sum is `total` */
                conversions: number;
                total: number;
            };
            id: string;
        };
        /** @description A test event, sent to one webhook on request */
        WebhookTestEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook.test";
            /** Format: date-time */
            timestamp: string;
            data: {
                webhookId: number;
            };
            id: string;
        };
        CreatedToken: {
            id: number;
            name: string;
            scopes: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
            /** @description Sites that the token can access; null: all sites */
            sites: number[] | null;
            /**
             * Format: date-time
             * @description Null if the token never expires
             */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the token that created this one, also through a dashboard session. Its revocation revokes this one, too. Null: created at start, by the admin command or in its session */
            createdBy: number | null;
            /** @description Shown only once. Keep it secret */
            token: string;
        };
        Token: {
            id: number;
            name: string;
            scopes: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
            /** @description Sites that the token can access; null: all sites */
            sites: number[] | null;
            /**
             * Format: date-time
             * @description Null if the token never expires
             */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Last use, accurate to the hour; null if never used
             */
            lastUsedAt: string | null;
            /** @description Id of the token that replaced this one by rotation. This one stops working at `expiresAt` */
            replacedBy: number | null;
            /** @description Id of the token that created this one, also through a dashboard session. Its revocation revokes this one, too. Null: created at start, by the admin command or in its session */
            createdBy: number | null;
        };
        RotatedToken: {
            id: number;
            name: string;
            scopes: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
            /** @description Sites that the token can access; null: all sites */
            sites: number[] | null;
            /**
             * Format: date-time
             * @description Null if the token never expires
             */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Id of the token that created this one, also through a dashboard session. Its revocation revokes this one, too. Null: created at start, by the admin command or in its session */
            createdBy: number | null;
            /** @description Shown only once. Keep it secret */
            token: string;
            replaces: {
                id: number;
                /** Format: date-time */
                expiresAt: string;
            };
        };
        RevokedToken: {
            revoked: boolean;
            id: number;
            /** @description Ids of the tokens that it and these created */
            alsoRevoked: number[];
            /** @description Created by the revoked tokens, and still working */
            stillWorking: {
                /** @description Ids of the webhooks that they created: remove them with `DELETE /api/v1/webhooks/{webhookId}`. Null: the list was unavailable. Compare `createdBy` of `GET /api/v1/webhooks` */
                webhooks: number[] | null;
                /** @description The payment providers of which they set the signing secret: remove it with `DELETE /api/v1/integrations/{provider}` */
                providerSecrets: ("stripe" | "paddle" | "lemon-squeezy" | "polar")[];
                /** @description The share links that they created: remove them with `DELETE /api/v1/sites/{id}/share-links/{linkId}` */
                shareLinks: {
                    site: number;
                    id: number;
                }[];
            };
        };
        AuditLog: {
            entries: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
            /** @description Kinds of entries that are missing because their service is unavailable. Later calls with `nextCursor`, which is then not null, list them */
            unavailable: ("purges" | "corrections")[];
        };
        AuditEntry: {
            /** Format: date-time */
            at: string;
            /**
             * @description `admin`: the admin command. `bootstrap`: a start with BOOTSTRAP_TOKEN. `purge`: the purge of a site. `repair`: an earlier session that arrived late
             * @enum {string}
             */
            actor: "token" | "dashboard" | "admin" | "bootstrap" | "purge" | "repair";
            /** @description Id of the token that acted */
            tokenId: number | null;
            /** @description Id of the dashboard session that acted: `targetId` of the `createDashboardLink` entry that started it */
            sessionId: number | null;
            /**
             * @description An `operationId` of this API, `purgeSite`, `correctAttribution`, or for an `updateSite` with `scrub`, `clickIds`, exclusions or `retentionDays` `disableScrubbing`, `enableScrubbing`, `enableClickIds`, `disableClickIds`, `changeExclusions`, `changeRetention`, or several of them such as `disableScrubbingAndChangeRetention`. After the restore of a backup: `repeatErasure`, `repeatSiteDeletion`
             * @example deleteSite
             */
            action: string;
            siteId: number | null;
            /** @description Id of the affected goal, token, link or certificate, or of the webhook event */
            targetId: string | null;
            /**
             * @description `unknown`: in progress or interrupted; the action may have taken effect
             * @enum {string}
             */
            outcome: "done" | "refused" | "unknown";
            /** @description Error code, if the action was refused */
            code: string | null;
            requestId: string | null;
            /** @description The recorded channel and source before and after `correctAttribution` */
            change: {
                before: {
                    /** @enum {string} */
                    channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                    source: string | null;
                };
                after: {
                    /** @enum {string} */
                    channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                    source: string | null;
                };
            } | null;
        };
        BatchResponses: {
            /** @description In the order of the requests */
            responses: {
                /** @description The status of a request that is sent alone */
                status: number;
                /** @description Seconds of the header `Retry-After`, if the response has it */
                retryAfter?: number;
                /** @description The body: the data, or a problem document */
                body: {
                    [key: string]: unknown;
                };
            }[];
        };
        SigningKeys: {
            keys: {
                /** @constant */
                kty: "OKP";
                /** @constant */
                crv: "Ed25519";
                /** @constant */
                alg: "EdDSA";
                /** @constant */
                use: "sig";
                /** @description Thumbprint of the key (RFC 7638) */
                kid: string;
                /** @description The public key, base64url */
                x: string;
            }[];
        };
        GoalDefinition: {
            name: string;
            /** @enum {string} */
            type: "event" | "page";
            /** @description Required with type `event` */
            event?: string;
            /** @description Required with type `page`. May end in `*` */
            path?: string;
            /** @default [] */
            filters: {
                /** @description pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source or `props.<key>` */
                key: string;
                /**
                 * @default is
                 * @enum {string}
                 */
                operator: "is" | "is_not" | "contains" | "contains_not" | "starts_with";
                /** @description `(none)` matches the unknown value */
                value: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSites: {
        parameters: {
            query?: {
                /** @description `true`: list deleted sites, with `deletedAt` and `purgeAt` */
                deleted?: "true" | "false";
                /** @description `activity`: adds 30-day activity per site. Needs `stats:read`; not available for deleted sites */
                include?: "activity";
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sites, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sites: (components["schemas"]["Site"] | components["schemas"]["SiteWithActivity"] | components["schemas"]["DeletedSite"])[];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "example.com",
                 *       "timezone": "Europe/Berlin",
                 *       "categories": [
                 *         "saas"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Domain name. Scheme, `www.`, port and path are ignored
                     * @example example.com
                     */
                    domain: string;
                    /** @description Display name; defaults to the domain */
                    name?: string;
                    /**
                     * @description IANA zone name; defaults to UTC
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                    /** @description Site types; the first one is the primary type */
                    categories?: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
                    /** @description Free-form tags: up to 50, each up to 64 characters */
                    tags?: string[];
                    /**
                     * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
                     * @example 400
                     */
                    retentionDays?: number | null;
                    /** @description Run detection in the background */
                    detect?: boolean;
                };
            };
        };
        responses: {
            /** @description The existing site of the domain, unchanged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSite"];
                };
            };
            /** @description The new site */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSite"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSandbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "seed": 7,
                 *       "hours": 1
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The same seed generates the same visits
                     * @default 1
                     */
                    seed?: number;
                    /**
                     * @description Hours until the site expires. The next hourly purge deletes it
                     * @default 24
                     */
                    hours?: number;
                };
            };
        };
        responses: {
            /** @description The site and its expected totals */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullSite"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site is deleted. `purgeAt` is the time of its purge */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example",
                 *       "tags": [
                 *         "shop"
                 *       ],
                 *       "retentionDays": 400
                 *     }
                 */
                "application/json": {
                    /** @description Display name; defaults to the domain */
                    name?: string | null;
                    /**
                     * @description IANA zone name; defaults to UTC
                     * @example Europe/Berlin
                     */
                    timezone?: string | null;
                    /** @description Site types; the first one is the primary type */
                    categories?: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[] | null;
                    /** @description Free-form tags: up to 50, each up to 64 characters */
                    tags?: string[] | null;
                    /** @description Whether email addresses, JWTs and tokens in events and imports become `(redacted)` before they are stored. A change applies to new events within 5 s, and is an audit log entry of its own */
                    scrub?: boolean | null;
                    /** @description Whether the click ids of landing pages (gclid, gbraid, wbraid, msclkid, fbclid, ttclid, li_fat_id, twclid) are stored, encrypted, for 90 days. `GET /conversions` exports them. False also deletes those that are stored, with the next run of the purge job. A change applies to new pageviews within 5 s, and is an audit log entry of its own */
                    clickIds?: boolean | null;
                    /**
                     * @description Paths whose events from browsers are dropped as `excluded`. `*` is any text. Up to 50, each up to 200 characters. Upper and lower case differ. Responses have them percent-encoded, without a slash at the end. A change applies to new events within 5 s, and is an audit log entry of its own
                     * @example [
                     *       "/admin/*"
                     *     ]
                     */
                    excludedPaths?: string[] | null;
                    /**
                     * @description IP addresses and subnets whose events from browsers are dropped as `excluded`. Up to 50. No subnet of every address (`/0`). The collector compares them on arrival. No event contains an address
                     * @example [
                     *       "203.0.113.0/24"
                     *     ]
                     */
                    excludedAddresses?: string[] | null;
                    /**
                     * @description Days before today for which events are stored, in whole days of the site; null: all days. A shorter retention applies after 7 days, and its events are then removed permanently
                     * @example 400
                     */
                    retentionDays?: number | null;
                };
            };
        };
        responses: {
            /** @description The updated site */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullSite"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The restored site */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullSite"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPurge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the purge */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Purge"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. The `ETag` header identifies its version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteConfig"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putConfig: {
        parameters: {
            query?: {
                /** @description `true`: preview the changes without applying them */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
                /** @description The ETag you last read. Returns 412 if the document has changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "shop"
                 *       ],
                 *       "goals": [
                 *         {
                 *           "name": "Signup",
                 *           "type": "event",
                 *           "event": "signup"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SiteConfigInput"];
            };
        };
        responses: {
            /** @description The changes and the resulting configuration. The `ETag` header identifies its version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigChanges"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    detectSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result of a check less than a minute ago */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detection"];
                };
            };
            /** @description The check is pending */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detection"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSiteStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteStatus"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category slugs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAnnotations: {
        parameters: {
            query?: {
                /** @description First day. Default: all days */
                from?: string;
                /** @description Last day, inclusive. Default: all days */
                to?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The annotations, by day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "day": "2026-10-25",
                 *       "text": "New pricing page"
                 *     }
                 */
                "application/json": components["schemas"]["AnnotationInput"];
            };
        };
        responses: {
            /** @description The new annotation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Annotation id */
                annotationId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The annotation is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionDeletion"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Annotation id */
                annotationId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "New pricing page, all visitors"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date
                     * @description Day in the time zone of the site
                     * @example 2026-10-25
                     */
                    day?: string;
                    /**
                     * @description 1 to 200 characters on one line, without an email address or a token
                     * @example New pricing page
                     */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description The updated annotation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event names */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         {
                 *           "anonymous_id": "visitor-1",
                 *           "name": "pageview",
                 *           "url": "https://example.com/pricing"
                 *         },
                 *         {
                 *           "anonymous_id": "visitor-1",
                 *           "name": "signup",
                 *           "props": {
                 *             "plan": "pro"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    events: components["schemas"]["ServerEvent"][];
                };
            };
        };
        responses: {
            /** @description The accepted events are stored durably */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ingested"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEventAnalysis: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description Bucket size of the series. Default: day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description `none`: the series is empty, and `grain` has no effect. Faster, for calls that need only totals */
                series?: "none";
                /** @description Breakdown key: a column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /** @description `previous_period`: the preceding period of equal length. `previous_year`: the same dates one year earlier. Adds `comparison` to the totals and to the rows of breakdowns */
                compare?: "previous_period" | "previous_year";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Event name, percent-encoded */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Totals, series and breakdown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnalysis"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description Bucket size of the series. Default: day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description `none`: the series is empty, and `grain` has no effect. Faster, for calls that need only totals */
                series?: "none";
                /** @description Breakdown key: a column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /** @description Up to 10 breakdown keys, separated by commas: the response has a breakdown for each in `breakdowns`. Faster than a request for each dimension */
                dimensions?: string;
                /** @description Rows of each of `dimensions`, 1 to 500. Default: `limit` */
                dimensions_limit?: number;
                /** @description `previous_period`: the preceding period of equal length. `previous_year`: the same dates one year earlier. Adds `comparison` to the totals and to the rows of breakdowns */
                compare?: "previous_period" | "previous_year";
                /** @description One or both of these, separated by a comma. `revenue`: adds revenue and revenue per visitor; only filters that `/revenue` supports are allowed. `imported`: adds totals imported from another product; not allowed with filters */
                include?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts and rates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRealtime: {
        parameters: {
            query?: {
                /** @description Breakdown key: a column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Realtime"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamRealtime: {
        parameters: {
            query?: {
                /** @description Breakdown key: a column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: never;
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /** @description Whether visitors are grouped by the week or day of their first event, and counted in each following one. By day, the window has at most 92 days. Default: week */
                cohort?: "week" | "day";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cohorts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTrafficQuality: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrafficQuality"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Event id, a UUID */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /** @description `events` (default): all events, including pageviews. `pageviews`: only pageviews */
                type?: "events" | "pageviews";
                /** @description Default: csv */
                format?: "csv" | "ndjson";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: never;
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importSite: {
        parameters: {
            query: {
                /** @description Product that exported the file */
                source: "umami" | "plausible";
                /** @description Skip rows up to this line. Use the line number from the error to resume */
                afterLine?: number;
            };
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        /**
         * @description `umami`: unpack the export and send `event_data.csv`, then `website_event.csv`. The columns identify each file. Properties are joined to events by `event_id`, up to 30 per event. If you sent the events first, send them again after the properties. Pageviews and custom events become events, up to five years old. Each event counts once, however often you import it. For 35 days, a row is refused if an earlier row has its `event_id` and other values. Times without a zone (`2026-03-01 10:00:00`) are UTC. Channels follow the same rules as live events, and a session has the channel of its first event. If the rows are not sorted by `created_at`, send the file twice: the second import knows the first event of every session.
         *
         *     Imported: time, page, referrer, campaign tags, visit, country, region, device, browser, operating system. Not imported: `distinct_id`, `page_title`, `screen`, `language`, `city`, `tag`, `session_data.csv`. Imported visitors are new visitors. They are not linked to visitors that you identify.
         *
         *     `plausible`: send each `imported_*.csv` of the export in its own request. The columns identify each file. These files contain daily totals, not events. The stats show them with `include=imported`, separately from the exact numbers. Importing a file again replaces its days.
         *
         *     Rows of days that `retentionDays` of the site excludes are refused.
         *
         *     With an `Idempotency-Key`, a repeat with the same file returns the first report. An import that fails does not use its key: send the fixed file with the same key. Without a key, a repeat counts nothing twice either.
         */
        requestBody: {
            content: {
                /**
                 * @example session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at
                 *     s1,v1,e1,/pricing,www.google.com,1,,2026-03-01 10:00:00
                 *     s1,v1,e2,/pricing,,2,signup,2026-03-01 10:02:00
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The whole file was read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getVisitor: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Visitor id from an export */
                visitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sessions and events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Visitor"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGoals: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goals, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Signup",
                 *       "type": "event",
                 *       "event": "signup"
                 *     }
                 */
                "application/json": components["schemas"]["GoalInput"];
            };
        };
        responses: {
            /** @description The new goal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getGoal: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description Bucket size of the series. Default: day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description `none`: the series is empty, and `grain` has no effect. Faster, for calls that need only totals */
                series?: "none";
                /** @description Breakdown key: a column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Goal id */
                goalId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal and its results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalResult"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Goal id */
                goalId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The goal is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionDeletion"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateGoal: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Goal id */
                goalId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Signup confirmed",
                 *       "type": "page",
                 *       "path": "/welcome*"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /**
                     * @description Another type requires its `event` or `path`
                     * @enum {string}
                     */
                    type?: "event" | "page";
                    /** @description Only with type `event` */
                    event?: string;
                    /** @description Only with type `page`. May end in `*` */
                    path?: string;
                    /** @description Replaces the whole list */
                    filters?: {
                        /** @description pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source or `props.<key>` */
                        key: string;
                        /**
                         * @default is
                         * @enum {string}
                         */
                        operator?: "is" | "is_not" | "contains" | "contains_not" | "starts_with";
                        /** @description `(none)` matches the unknown value */
                        value: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The updated goal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFunnels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnels, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createFunnel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Purchase",
                 *       "steps": [
                 *         {
                 *           "name": "Signup",
                 *           "type": "event",
                 *           "event": "signup"
                 *         },
                 *         {
                 *           "name": "Order",
                 *           "type": "page",
                 *           "path": "/thanks*"
                 *         }
                 *       ],
                 *       "windowHours": 24
                 *     }
                 */
                "application/json": components["schemas"]["FunnelInput"];
            };
        };
        responses: {
            /** @description The new funnel */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Funnel"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFunnel: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description Breakdown key: a column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description IANA time zone of days and buckets. Default: the site's zone */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source, entry_page, exit_page, `props.<key>`. Country is ISO 3166 alpha-2. Region is ISO 3166-2, such as DE-BE, and unknown if the collector has no city database. Filters apply to the counted event; entry and exit page apply to the event's session. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search",
                 *       "props.plan": "pro"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Funnel id */
                funnelId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnel and its results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelResult"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteFunnel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Funnel id */
                funnelId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnel is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionDeletion"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateFunnel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Funnel id */
                funnelId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Purchase in three days",
                 *       "windowHours": 72
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description Replaces the whole list */
                    steps?: components["schemas"]["GoalInput"][];
                    /** @description Max hours between the first step and the last step */
                    windowHours?: number;
                };
            };
        };
        responses: {
            /** @description The updated funnel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Funnel"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/?utm_source=newsletter&utm_medium=email"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description First page of the visit. Its registrable domain is used as the site
                     * @example https://www.example.com/?utm_source=newsletter
                     */
                    url: string;
                    referrer?: string;
                    /** @description If absent, device and bot verdict are unknown */
                    user_agent?: string;
                };
            };
        };
        responses: {
            /** @description The explanation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    identify: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "anonymous_id": "visitor-1",
                 *       "email": "ada@example.com",
                 *       "user_id": "u-1",
                 *       "plan": "pro",
                 *       "company": "acme",
                 *       "mrr": 49
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Visitor id: the value of `window.headwater.ref` at signup. Without it (blocked script, no consent), send the account to `/identify/bulk`. 1 to 128 printable characters, without @, %40 or a JWT. A number is stored as text
                     * @example visitor-1
                     */
                    anonymous_id: string;
                    /**
                     * @description Hashed on arrival, never stored
                     * @example ada@example.com
                     */
                    email: string;
                    /** @description Your internal id of the account. A number is stored as text; null unsets it */
                    user_id?: string | null;
                    /** @description A number is stored as text; null unsets it */
                    plan?: string | null;
                    /** @description Your key of the company, for B2B accounts. A number is stored as text; null unsets it */
                    company?: string | null;
                    /** @description Monthly recurring revenue, also as a decimal string. Null unsets it. Subscriptions of a payment provider update it too */
                    mrr?: number | null;
                    /** @description Up to 50 traits and 8 KiB per account; traits beyond that are left out. A null value removes the trait */
                    traits?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Whether a session of the visitor is stored, and the recorded channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identified"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    identifyInBulk: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "users": [
                 *         {
                 *           "email": "ada@example.com",
                 *           "user_id": "u-1",
                 *           "plan": "pro",
                 *           "company": "acme",
                 *           "mrr": 49
                 *         },
                 *         {
                 *           "email": "grace@example.com",
                 *           "traits": {
                 *             "seats": 3
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    users: components["schemas"]["AccountRow"][];
                };
            };
        };
        responses: {
            /** @description The number of imported and skipped rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBulkResult"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookUpAttribution: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Send either `email` or `user_id`. Hashed on arrival */
                    email?: string;
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description The attribution of the account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAttribution"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookUpAttributionInBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accounts": [
                 *         {
                 *           "email": "ada@example.com"
                 *         },
                 *         {
                 *           "user_id": "u-2"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    accounts: {
                        /** @description Send either `email` or `user_id`. Hashed on arrival */
                        email?: string;
                        user_id?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The accounts, in the order of the request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAttributions"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description A time, or a `feedCursor`: only accounts that changed later. Not together with filters or a time range */
                changed_since?: string;
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Only accounts that were first identified in the last N days including today. Default: any time */
                range?: string;
                /** @description IANA time zone of the days. Default: UTC */
                timezone?: string;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Accounts per page. Default: 100 */
                limit?: number;
                /** @description Default: JSON, one page. `csv` and `ndjson`: a file of all accounts after the position, without `limit` */
                format?: "csv" | "ndjson";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: channel, source, campaign, landing, referrer, country, device, utm_source, utm_medium, utm_campaign, site, plan, company. Country is ISO 3166 alpha-2. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, and the cursor of the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Id of the account, as `/accounts` returns it */
                accountId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountWithPayments"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCustomers: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description IANA time zone of days and buckets. Default: UTC */
                timezone?: string;
                /** @description One of channel, source, campaign, landing, referrer, country, device, utm_source, utm_medium, utm_campaign, site, plan, company */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description How revenue is divided among the visits of an account. Default: first_touch, the recorded attribution. Customers, paying customers and MRR count by the recorded attribution in all models. The other models support the dimensions channel, source, campaign, utm_campaign, landing, referrer, plan, company */
                model?: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
                /** @description Days before the payment in which visits count; 0: all visits. Default: 90 */
                lookback?: number;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description Bucket size of the series. Default: day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description `none`: the series is empty, and `grain` has no effect. Faster, for calls that need only totals */
                series?: "none";
                /** @description The day on which an account counts. `identified` (default): its first identify or payment. `first_visit`: its recorded first session; accounts without a session are left out */
                basis?: "identified" | "first_visit";
                /** @description `payback`: adds `paybackMonths` to the costs. The request takes longer */
                include?: "payback";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: channel, source, campaign, landing, referrer, country, device, utm_source, utm_medium, utm_campaign, site, plan, company. Country is ISO 3166 alpha-2. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customers"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCohorts: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description IANA time zone of days and buckets. Default: UTC */
                timezone?: string;
                /** @description One of channel, source, campaign, landing, referrer, country, device, utm_source, utm_medium, utm_campaign, site, plan, company */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description How revenue is divided among the visits of an account. Default: first_touch, the recorded attribution. Customers, paying customers and MRR count by the recorded attribution in all models. The other models support the dimensions channel, source, campaign, utm_campaign, landing, referrer, plan, company */
                model?: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
                /** @description Days before the payment in which visits count; 0: all visits. Default: 90 */
                lookback?: number;
                /** @description Days of acquisition: the last N. Default: 365d */
                range?: string;
                /** @description Default: month */
                cohort?: "month" | "week";
                /** @description `net` (default): net revenue. `paying`: accounts with a positive net to date in a currency, in the periods of their sales and subscriptions. `mrr`: payments of the type `subscription` */
                metric?: "net" | "paying" | "mrr";
                /** @description ISO 4217. Default: the currency with the most payments */
                currency?: string;
                /** @description Periods after the first one. Default: 12 */
                periods?: number;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: channel, source, campaign, landing, referrer, country, device, utm_source, utm_medium, utm_campaign, site, plan, company. Country is ISO 3166 alpha-2. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cohorts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohorts"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putCosts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, or CSV with the fields of a row as columns. An empty cell is an absent field. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "costs": [
                 *         {
                 *           "day": "2026-10-25",
                 *           "channel": "Paid Search",
                 *           "amount": "12.50",
                 *           "currency": "EUR",
                 *           "clicks": 30
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    costs: components["schemas"]["CostRow"][];
                };
                /**
                 * @example day,channel,amount,currency,clicks
                 *     2026-10-25,Paid Search,12.50,EUR,30
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The number of saved and skipped rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostBulkResult"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCosts: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Rows per page. Default: 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The costs, and the cursor of the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CostList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteCosts: {
        parameters: {
            query: {
                /** @description First day */
                from: string;
                /** @description Last day, inclusive */
                to: string;
            };
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of deleted costs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedCosts"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Rows per page. Default: 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificates, and the cursor of the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": {
                    /** @description Send one of `email`, `user_id` and `anonymous_id`. Hashed on arrival */
                    email?: string;
                    /** @description Your id of the account */
                    user_id?: string;
                    /** @description The id of the visitor. An id with `@` that an earlier version stored is accepted, an email address is not */
                    anonymous_id?: string;
                };
            };
        };
        responses: {
            /** @description The erasure certificate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Certificate id */
                erasureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureCertificate"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The companies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Companies"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recordPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payment_id": "in-1",
                 *       "email": "ada@example.com",
                 *       "amount": "49.00",
                 *       "currency": "EUR",
                 *       "type": "sale"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your id of the payment. A payment sent again counts once. A number is stored as text
                     * @example inv_1001
                     */
                    payment_id: string;
                    /** @description Email of the account; send either `email` or `user_id`. Hashed on arrival, never stored */
                    email?: string;
                    /** @description Your internal id of the account. Of several accounts with this id, the oldest has the payment. Ids with an email address or a JWT are refused. A number is stored as text */
                    user_id?: string;
                    /**
                     * @description Major units, not negative, with up to as many decimals as the currency has
                     * @example 49.00
                     */
                    amount: string | number;
                    /**
                     * @description ISO 4217
                     * @example EUR
                     */
                    currency: string;
                    /**
                     * @description For a refund, the amount is the refunded amount. It lowers net revenue
                     * @default sale
                     * @enum {string}
                     */
                    type?: "sale" | "refund" | "subscription";
                    /**
                     * Format: date-time
                     * @description Default: now
                     * @example 2026-10-25T02:00:00.000Z
                     */
                    occurred_at?: string;
                };
            };
        };
        responses: {
            /** @description The same payment was already recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPayment"];
                };
            };
            /** @description The payment was recorded */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedPayment"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recordPayments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "payments": [
                 *         {
                 *           "payment_id": "in-2",
                 *           "user_id": "u-1",
                 *           "amount": "9.50",
                 *           "currency": "EUR",
                 *           "type": "refund"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    payments: components["schemas"]["PaymentRow"][];
                };
            };
        };
        responses: {
            /** @description The number of imported and skipped rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCredit: {
        parameters: {
            query?: {
                /** @description Default: first_touch */
                model?: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
                /** @description Days before the payment in which visits count; 0: all visits. Default: 90 */
                lookback?: number;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Your id of the payment */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shares of the payment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credit"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConversions: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description IANA time zone of days. Default: UTC */
                timezone?: string;
                /** @description Default: `payment`, sales and subscriptions. `signup`: accounts, at the time of the first call with them, if a visitor was identified within a day after it */
                event?: "payment" | "signup";
                /** @description Default: JSON, one page. The others are files of the whole window, without `limit`. `csv`: all platforms. `google_ads`: CSV for the import of offline conversions. `meta`: one server event of the Conversions API per line */
                format?: "csv" | "google_ads" | "meta";
                /** @description Name of the conversion action in Google Ads, or of the event for Meta. Default: Purchase, or Signup for `event=signup`. Only for `google_ads` and `meta` */
                name?: string;
                /** @description Rows per page. Default: 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversions, and the cursor of the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversionList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRevenue: {
        parameters: {
            query?: {
                /** @description First day. Use `from` and `to` together; they take precedence over `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days including today, N from 1 to 730. Default: 30d */
                range?: string;
                /** @description Bucket size of the series. Default: day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description `none`: the series is empty, and `grain` has no effect. Faster, for calls that need only totals */
                series?: "none";
                /** @description Breakdown rows, 1 to 500. Default: 100 */
                limit?: number;
                /** @description IANA time zone of days and buckets. Default: UTC */
                timezone?: string;
                /** @description One of channel, source, plan, company, site, country, utm_source, utm_medium, utm_campaign */
                dimension?: string;
                /** @description How a payment is divided among the visits of its account. Default: first_touch, the recorded attribution. Other models use the visits up to the payment, and support the dimensions channel, source, utm_campaign, plan, company */
                model?: "first_touch" | "last_touch" | "last_non_direct" | "linear" | "position_based" | "time_decay";
                /** @description Days before the payment in which visits count; 0: all visits. Default: 90 */
                lookback?: number;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, max 20. Repeated keys are combined with "or", different keys with "and". Keys: channel, source, plan, company, site, country, utm_source, utm_medium, utm_campaign. Country is ISO 3166 alpha-2. Operators: is, is_not, contains, contains_not, starts_with. `is_not` and `contains_not` match only if no listed value matches. `(none)` is the unknown value.
                 * @example {
                 *       "channel": "Organic Search"
                 *     }
                 */
                filter?: {
                    [key: string]: string | string[] | {
                        is?: string | string[];
                        is_not?: string | string[];
                        contains?: string | string[];
                        contains_not?: string | string[];
                        starts_with?: string | string[];
                    };
                };
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revenue report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revenue"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter, unknown_dimension, unknown_filter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The payment provider */
                provider: "stripe" | "paddle" | "lemon-squeezy" | "polar";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the integration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntegration"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setIntegrationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The payment provider */
                provider: "stripe" | "paddle" | "lemon-squeezy" | "polar";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signing_secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                 *     }
                 */
                "application/json": {
                    /** @description Signing secret of the webhook, from the provider. Stripe: starts with whsec_. Paddle: starts with pdl_ntfset_. Lemon Squeezy: the 6 to 40 characters that you chose, without spaces. Polar: starts with whsec_ or polar_whs_, or is your own text */
                    signing_secret: string;
                };
            };
        };
        responses: {
            /** @description The secret is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntegration"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeIntegrationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The payment provider */
                provider: "stripe" | "paddle" | "lemon-squeezy" | "polar";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntegration"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header: {
                "Stripe-Signature": string;
            };
            path: {
                /** @description The last part of `webhookPath`. The id of a workspace works if its secret was set before paths contained a key */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1",
                 *       "object": "event",
                 *       "type": "customer.created",
                 *       "data": {
                 *         "object": {}
                 *       }
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The event was received. Stripe does not retry it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedPaymentEvent"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_signature */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receivePaddleEvent: {
        parameters: {
            query?: never;
            header: {
                "Paddle-Signature": string;
            };
            path: {
                /** @description The last part of `webhookPath`. */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "customer.created",
                 *       "occurred_at": "2026-11-24T09:30:00.000Z",
                 *       "data": {
                 *         "id": "ctm_1"
                 *       }
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The event was received. Paddle does not retry it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedPaymentEvent"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_signature */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receiveLemonSqueezyEvent: {
        parameters: {
            query?: never;
            header: {
                "X-Signature": string;
            };
            path: {
                /** @description The last part of `webhookPath`. */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "meta": {
                 *         "event_name": "license_key_created"
                 *       },
                 *       "data": {
                 *         "type": "license-keys",
                 *         "id": "1"
                 *       }
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The event was received. Lemon Squeezy does not retry it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedPaymentEvent"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_signature */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    receivePolarEvent: {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path: {
                /** @description The last part of `webhookPath`. */
                workspace: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "customer.created",
                 *       "timestamp": "2026-11-24T09:30:00Z",
                 *       "data": {
                 *         "id": "c1"
                 *       }
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The event was received. Polar does not retry it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedPaymentEvent"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_signature */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDashboardLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Scopes of the session. Absent: all scopes of the token */
                    scopes?: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
                    /** @description Sites that the session can access. Null or absent: all sites */
                    sites?: number[] | null;
                };
            };
        };
        responses: {
            /** @description The link, shown only once. Valid for one sign-in within 10 minutes */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardLink"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endDashboardSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Session id */
                sessionId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of ended sessions and unused sign-in links */
                        ended: number;
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDashboardSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["DashboardSession"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endDashboardSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions are ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of ended sessions and unused sign-in links */
                        ended: number;
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listShareLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The share links, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createShareLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "for the agency",
                 *       "page": "revenue",
                 *       "view": "range=90d&filter[channel]=Paid+Search",
                 *       "expiresAt": "2099-12-31T23:59:59Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name of the link
                     * @default Shared page
                     * @example for the agency
                     */
                    name?: string;
                    /**
                     * @description Page that the link shows, in any view. `overview`: visits, without event properties and revenue. `events`, `goals` and `journeys`: also event properties. `revenue`, `acquisition` and `cohorts`: sums of the accounts whose recorded first visit was on the site, without companies and costs
                     * @default overview
                     * @enum {string}
                     */
                    page?: "overview" | "events" | "goals" | "journeys" | "quality" | "revenue" | "acquisition" | "cohorts";
                    /**
                     * @description Query string with which the page opens, without `?`: the time range, filters and other choices, as in saved views. Readers can change it. At most 2000 characters, without an email address or a token
                     * @default
                     * @example range=90d&filter[channel]=Paid+Search
                     */
                    view?: string;
                    /** @description Password that the page requires. Null or absent: no password */
                    password?: string | null;
                    /**
                     * Format: date-time
                     * @description Time at which the link expires. Null or absent: never
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The new share link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLink"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteShareLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Share link id */
                linkId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The share link is revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: boolean;
                        id: number;
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateShareLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description Share link id */
                linkId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "page": "events",
                 *       "view": "range=7d",
                 *       "expiresAt": null
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Display name of the link
                     * @example for the agency
                     */
                    name?: string;
                    /**
                     * @description Page that the link shows, in any view. `overview`: visits, without event properties and revenue. `events`, `goals` and `journeys`: also event properties. `revenue`, `acquisition` and `cohorts`: sums of the accounts whose recorded first visit was on the site, without companies and costs
                     * @enum {string}
                     */
                    page?: "overview" | "events" | "goals" | "journeys" | "quality" | "revenue" | "acquisition" | "cohorts";
                    /**
                     * @description Query string with which the page opens, without `?`: the time range, filters and other choices, as in saved views. Readers can change it. At most 2000 characters, without an email address or a token
                     * @example range=90d&filter[channel]=Paid+Search
                     */
                    view?: string;
                    /**
                     * Format: date-time
                     * @description Time at which the link expires. Null: never
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The updated share link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLink"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSavedViews: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved views */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Organic search in Germany",
                 *       "page": "revenue",
                 *       "query": "range=90d&filter[channel]=Organic+Search&filter[country]=DE"
                 *     }
                 */
                "application/json": components["schemas"]["SavedViewInput"];
            };
        };
        responses: {
            /** @description The new saved view */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Saved view id */
                viewId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved view is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionDeletion"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Saved view id */
                viewId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Organic search, Germany"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description 1 to 80 characters on one line, without an email address or a token
                     * @example Organic search in Germany
                     */
                    name?: string;
                    /**
                     * @description Query string of the page, without `?`: the time range, the comparison, filters and other choices. At most 2000 characters, without an email address or a token
                     * @example range=90d&compare=previous_period&filter[channel]=Organic+Search&filter[country]=DE
                     */
                    query?: string;
                };
            };
        };
        responses: {
            /** @description The updated saved view */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example/headwater",
                 *       "events": [
                 *         "site.installed",
                 *         "payment.attributed"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uri
                     * @description Your HTTPS endpoint: port 443 of a public server. It must return 2xx within 10 seconds
                     * @example https://hooks.example/headwater
                     */
                    url: string;
                    /** @description Types of the events to send */
                    events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "attribution.changed" | "goal.reached")[];
                    /**
                     * @default
                     * @example the warehouse
                     */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The webhook with its secret, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: boolean;
                        id: number;
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "the warehouse",
                 *       "status": "active"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uri
                     * @description Your HTTPS endpoint: port 443 of a public server. It must return 2xx within 10 seconds
                     * @example https://hooks.example/headwater
                     */
                    url?: string;
                    /** @example the warehouse */
                    description?: string | null;
                    /** @description Types of the events to send */
                    events?: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "attribution.changed" | "goal.reached")[];
                    /**
                     * @description Events that occur while the webhook is disabled are not sent. Replay from `disabledAt` to send them
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The updated webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test event is queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        noticeId: string;
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Send either `since` or `cursor`
                     */
                    since?: string;
                    /**
                     * @description `nextCursor` of `GET /notices`: sends the events after it
                     * @example cDE
                     */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description Number of events queued. Each keeps its original `webhook-id` */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Rows per page. Default: 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries, and the cursor of the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: {
                /** @description Rows per page. Default: 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events and the cursor of the next page. The cursor stays the same if there are no new events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeList"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, by id. Includes expired tokens, but not revoked tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["Token"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "signup server",
                 *       "scopes": [
                 *         "identify",
                 *         "events:write"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @example signup server */
                    name: string;
                    /** @description Scopes of the token, a subset of your own scopes */
                    scopes: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
                    /** @description Sites that the token can access. Null or absent: all sites */
                    sites?: number[] | null;
                    /**
                     * Format: date-time
                     * @description Expiry. Null or absent: the expiry of your own token
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The new token, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Token id */
                tokenId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlapSeconds": 3600
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Seconds for which the old token still works. With 0, it stops working within 5 seconds
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The new token, shown only once, and the expiry of the old token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedToken"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID. For 24 hours, a repeat of the same request under the same key has no further effect and returns the first answer. So does a repeat after a 504 or a lost connection. A stored answer has `Idempotent-Replayed: true`. A different request under the key returns 422, and so does a token with other scopes or sites. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Token id */
                tokenId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedToken"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Rows per page. Default: 50 */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer you have. Returns 304 while the answer is unchanged. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries, and the cursor of the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            /** @description Not modified: `If-None-Match` names the current answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "requests": [
                 *         {
                 *           "path": "/api/v1/sites/1/stats?range=7d"
                 *         },
                 *         {
                 *           "path": "/api/v1/sites/1/realtime"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    requests: {
                        /**
                         * @description A path of this API with its query, percent-encoded
                         * @example /api/v1/sites/1/stats?range=7d
                         */
                        path: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The responses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResponses"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter, invalid_json, unknown_field */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI 3.1 document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JWK set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeys"];
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is running */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gateway is ready */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            /** @description `code` is invalid_request, unknown_parameter */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
