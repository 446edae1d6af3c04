// Generated from the OpenAPI document by scripts/generate-client.mjs. Do not edit.

export interface paths {
    "/api/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List every site in the workspace, or those in the bin */
        get: operations["listSites"];
        put?: never;
        /** Create a site; idempotent by domain */
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
        /** Make a site with made-up visits and the totals to expect; it ends by itself */
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
        /** Get a site with its snippet, detection summary, goals and funnels */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /** Soft-delete a site: recoverable for 30 days, then purged */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /** Update name, timezone, categories or tags */
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
        /** Restore a soft-deleted site before it is purged */
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
        /** Tell how far the deletion of a site has come, in the end with a certificate */
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
        /** Read what you decided of a site as one document, with an ETag */
        get: operations["getConfig"];
        /** Make a site be as a document says, or with dryRun only tell what would change */
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
        /** Look at the home page: title, language, platform, snippet and what stands in its way */
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
        /** Poll the install state, with what stands in its way */
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
        /** List the built-in site types */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the event names of a site, with counts and property keys */
        get: operations["listEvents"];
        put?: never;
        /** Send up to 1000 events from your server */
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
        /** Count an event, break it down by a dimension, and measure it against pageviews */
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
        /** Count visitors, sessions and pageviews, and break them down by a dimension */
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
        /** Count who is there: the last 30 minutes, minute by minute and by a dimension */
        get: operations["getRealtime"];
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
        /** Count who came again in the weeks after the first; the last 84 days by default */
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
        /** Count accepted, repeated and dropped events, and bots */
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
        /** Tell what became of one event of the last 7 days */
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
        /** Export the events of a window as CSV or NDJSON, visitors under pseudonyms */
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
        /** Import a CSV file of another product's export. The same file again counts once */
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
        /** Follow one visitor through its sessions, by a visitorId of an export; the last 730 days by default */
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
        /** List the goals of a site */
        get: operations["listGoals"];
        put?: never;
        /** Define a goal, at most 100 a site */
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
        /** Count the conversions of a goal and their share of the visitors */
        get: operations["getGoal"];
        put?: never;
        post?: never;
        /** Delete a goal; the events stay */
        delete: operations["deleteGoal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{id}/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the funnels of a site */
        get: operations["listFunnels"];
        put?: never;
        /** Define a funnel, at most 100 a site */
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
        /** Count how many visitors went how far through a funnel */
        get: operations["getFunnel"];
        put?: never;
        post?: never;
        /** Delete a funnel; the events stay */
        delete: operations["deleteFunnel"];
        options?: never;
        head?: never;
        patch?: never;
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
        /** Explain which source, channel, device and bot verdict a visit would get */
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
        /** Link an anonymous visitor to an account */
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
        /** Enrich up to 1000 accounts; never creates a channel */
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
        /** Which channel brought this account, what came after it, and what the account paid */
        post: operations["lookUpAttribution"];
        delete?: never;
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
        get?: never;
        put?: never;
        /** Erase an account by its email address, with a certificate */
        post: operations["eraseAccount"];
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
        /** Companies with their accounts, MRR and first channel, by MRR downwards */
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
        /** Record a payment; before its identify, too: it is attributed when the link settles */
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
        /** Record up to 1000 payments, such as those of years past */
        post: operations["recordPayments"];
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
        /** Revenue by currency, over time, and broken down by what brought the customers */
        get: operations["getRevenue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether Stripe's webhooks are taken, and where to */
        get: operations["getStripe"];
        /** Take Stripe's webhooks, signed with this secret */
        put: operations["setStripeSecret"];
        post?: never;
        /** Take Stripe's webhooks no longer; what they recorded stays */
        delete: operations["removeStripeSecret"];
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
        /** Take an event of Stripe: payments, refunds, customers and subscriptions are recorded, all others ignored */
        post: operations["receiveStripeEvent"];
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
        /** Make a one-time link that signs a person in to the dashboard */
        post: operations["createDashboardLink"];
        delete?: never;
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
        /** List the share links of a site */
        get: operations["listShareLinks"];
        put?: never;
        /** Share a site's numbers by a public, read-only page */
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
        /** Revoke a share link; its page stops working everywhere within 5 seconds */
        delete: operations["deleteShareLink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks of the workspace */
        get: operations["listWebhooks"];
        put?: never;
        /** Have what happens sent to a server of yours, signed */
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
        /** Read a webhook, and whether it works */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook with the record of its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook, pause it, or make it active again */
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
        /** Send a notice of the type `webhook.test` to a webhook */
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
        /** Send again what happened since a time, or after a cursor of the notices, in the last 30 days */
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
        /** Give a webhook a new secret; for a day the old one signs beside it */
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
        /** What was sent to a webhook in the last 30 days and what became of it; latest first */
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
        /** What happened in the last 30 days, in order: what webhooks are sent, to be asked for */
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
        /** List the tokens of the workspace, never their secrets */
        get: operations["listTokens"];
        put?: never;
        /** Make a token with some of your rights */
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
        /** Give a token a new secret; the old one works on for a while */
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
        /** Revoke a token; it stops working everywhere within 5 seconds */
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
        /** Who changed which site or token, and when; latest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
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
        /** This document */
        get: operations["getOpenApi"];
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
        /** Whether this process runs */
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
        /** Whether the gateway can serve */
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
            /** @description True once the snippet was seen live on the site; stays true */
            installed: boolean;
            /** @description First of `categories`, null without any */
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
            /** @description True once the snippet was seen live on the site; stays true */
            installed: boolean;
            /** @description First of `categories`, null without any */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            activity: components["schemas"]["SiteActivity"];
        };
        SiteActivity: {
            /** @description Last accepted event */
            lastEventAt: string | null;
            /** @description Distinct visitors in the last 5 minutes */
            online: number;
            /** @description The snippet was live, but no event has come for more than 7 days */
            goneQuiet: boolean;
            /** @description Distinct visitors of the last 30 days */
            visitors: number;
            /** @description Each of these days, in the site's time zone, today last */
            days: {
                /** Format: date */
                day: string;
                visitors: number;
            }[];
            /**
             * @description Visitors and sessions of the series must not be summed: whoever came in two buckets counts in both. The totals are counted over the window
             * @constant
             */
            additive: false;
        };
        BinnedSite: {
            id: number;
            /** @example example.com */
            domain: string;
            name: string;
            /**
             * @description IANA zone name
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description True once the snippet was seen live on the site; stays true */
            installed: boolean;
            /** @description First of `categories`, null without any */
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
            /** @description What is wrong and what to do about it */
            detail: string;
            /** @enum {string} */
            code: "missing_token" | "invalid_token" | "session_ended" | "insufficient_scope" | "invalid_site_key" | "origin_not_allowed" | "password_required" | "invalid_request" | "invalid_json" | "invalid_signature" | "unknown_field" | "unknown_parameter" | "unknown_dimension" | "unknown_filter" | "not_found" | "site_not_found" | "token_not_found" | "token_replaced" | "share_link_not_found" | "goal_not_found" | "funnel_not_found" | "visitor_not_found" | "webhook_not_found" | "method_not_allowed" | "domain_in_use" | "payment_conflict" | "config_changed" | "payload_too_large" | "uri_too_long" | "headers_too_large" | "request_timeout" | "unsupported_media_type" | "idempotency_key_in_use" | "idempotency_key_reused" | "query_too_heavy" | "rate_limited" | "upstream_unavailable" | "deadline_exceeded" | "cancelled" | "internal_error";
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
            /** @description True once the snippet was seen live on the site; stays true */
            installed: boolean;
            /** @description First of `categories`, null without any */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description True when the domain was a site already */
            existing: boolean;
            /** @description The script element to place on the site */
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
            /** @description True once the snippet was seen live on the site; stays true */
            installed: boolean;
            /** @description First of `categories`, null without any */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description The script element to place on the site */
            snippet: string;
            /** Format: date-time */
            expiresAt: string;
            seed: number;
            /** @description What /stats and /events answer for the window, a few seconds later */
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
            /** @description True once the snippet was seen live on the site; stays true */
            installed: boolean;
            /** @description First of `categories`, null without any */
            category: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other") | null;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description The script element to place on the site */
            snippet: string;
            /** @description Null when detection was never asked for */
            detection: components["schemas"]["Detection"] | null;
            goals: components["schemas"]["Goal"][];
            funnels: components["schemas"]["Funnel"][];
        };
        Detection: {
            /** @enum {string} */
            status: "pending" | "done" | "failed";
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
            /** @description With type event: the event's name */
            event: string | null;
            /** @description With type page: a pathname; may end in `*` */
            path: string | null;
            /** @description As filters of a question; judged on the event itself */
            filters: {
                /** @description pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source or `props.<key>` */
                key: string;
                /** @enum {string} */
                operator: "is" | "is_not" | "contains" | "contains_not" | "starts_with";
                /** @description `(none)` is the unknown value */
                value: string;
            }[];
        };
        Funnel: {
            id: number;
            name: string;
            steps: components["schemas"]["FunnelStep"][];
            /** @description How long after the first step the last one may come */
            windowHours: number;
        };
        FunnelStep: {
            name: string;
            /** @enum {string} */
            type: "event" | "page";
            /** @description With type event: the event's name */
            event: string | null;
            /** @description With type page: a pathname; may end in `*` */
            path: string | null;
            /** @description As filters of a question; judged on the event itself */
            filters: {
                /** @description pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign, source or `props.<key>` */
                key: string;
                /** @enum {string} */
                operator: "is" | "is_not" | "contains" | "contains_not" | "starts_with";
                /** @description `(none)` is the unknown value */
                value: string;
            }[];
        };
        Deletion: {
            /** @constant */
            deleted: true;
            id: number;
            /** Format: date-time */
            purgeAt: string;
        };
        Purge: {
            siteId: number;
            /**
             * @description `active`: not deleted. `scheduled`: in the bin, to be restored until `purgeAt`. `purging`: it has begun and can not be undone. `purged`: nothing of the site is left.
             * @enum {string}
             */
            state: "active" | "scheduled" | "purging" | "purged";
            deletedAt: string | null;
            purgeAt: string | null;
            beganAt: string | null;
            /** @description Once purged; kept for good */
            certificate: {
                /** Format: date-time */
                finishedAt: string;
                /** @description Rows removed, by table. Every table was found empty of the site afterwards. */
                rows: {
                    [key: string]: number;
                };
            } | null;
        };
        SiteConfig: {
            name: string;
            timezone: string;
            categories: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            tags: string[];
            goals: components["schemas"]["NewGoal"][];
            funnels: {
                name: string;
                steps: components["schemas"]["NewGoal"][];
                windowHours: number;
            }[];
        };
        NewGoal: {
            name: string;
            /** @enum {string} */
            type: "event" | "page";
            /** @description Required with type event */
            event?: string;
            /** @description Required with type page; may end in `*` */
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
                /** @description `(none)` is the unknown value */
                value: string;
            }[];
        };
        NewSiteConfig: {
            /** @description Display name; defaults to the domain */
            name?: string;
            /**
             * @description IANA zone name; defaults to UTC
             * @example Europe/Berlin
             */
            timezone?: string;
            /** @description Site types, the first is the primary one */
            categories?: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
            /** @description Free tags: at most 50 of at most 64 characters */
            tags?: string[];
            goals?: components["schemas"]["NewGoal"][];
            funnels?: components["schemas"]["NewFunnel"][];
        };
        NewFunnel: {
            name: string;
            steps: components["schemas"]["NewGoal"][];
            /**
             * @description How long after the first step the last one may come
             * @default 24
             */
            windowHours?: number;
        };
        ConfigChanges: {
            dryRun: boolean;
            changes: {
                /** @enum {string} */
                op: "add" | "change" | "remove";
                /** @example goals/Signup */
                path: string;
                /** @description Null for what is added */
                before: unknown;
                /** @description Null for what is removed */
                after: unknown;
            }[];
            config: components["schemas"]["SiteConfig"];
        };
        SiteStatus: {
            installed: boolean;
            /** @description Last accepted event */
            lastEventAt: string | null;
            /** @description Distinct visitors in the last 5 minutes */
            online: number;
            /** @description What stands in the way of the numbers and what to do: of the home page as of the last detection, of the traffic of the last 24 hours. Empty when all is well. */
            findings: components["schemas"]["Finding"][];
        };
        ServerEvent: {
            /**
             * Format: uuid
             * @description A repeat of it counts once
             */
            event_id?: string;
            /** @description Visitor id */
            anonymous_id: string;
            session_id?: string;
            /**
             * @description At most 120 characters
             * @example signup
             */
            name: string;
            url?: string;
            referrer?: string;
            /**
             * Format: date-time
             * @description ISO 8601, up to 30 days back; default now
             */
            time?: string;
            /** @description At most 30 properties; values are kept as text */
            props?: {
                [key: string]: string | number | boolean;
            };
            user_agent?: string;
            /** @description Used for its country and region, then dropped */
            ip?: string;
        };
        Ingested: {
            accepted: number;
            dropped: {
                index: number;
                id: string;
                /** @enum {string} */
                reason: "unknown_site" | "host_mismatch" | "bot" | "invalid_event" | "too_old" | "in_future";
            }[];
            /** @description Of each event, in order, to ask for its receipt by: its `event_id`, or one made for it */
            ids: string[];
        };
        EventList: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            data: {
                /** @description By events downwards, then by name */
                events: {
                    name: string;
                    events: number;
                    visitors: number;
                    /** @description Property keys seen, at most 500: each makes a dimension `props.<key>` */
                    properties: string[];
                }[];
            };
        };
        EventAnalysis: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            data: {
                name: string;
                events: number;
                uniqueVisitors: number;
                pageviews: number;
                /** @description Events per hundred pageviews, two decimals */
                eventRate?: number;
                series: {
                    /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                    hour?: string;
                    /** @description With grain day: `2026-10-25` */
                    day?: string;
                    /** @description With grain week: the Monday, `2026-10-19` */
                    week?: string;
                    /** @description With grain month: `2026-10` */
                    month?: string;
                    events: number;
                    visitors: number;
                }[];
                /**
                 * @description Visitors and sessions of the series must not be summed: whoever came in two buckets counts in both. The totals are counted over the window
                 * @constant
                 */
                additive: false;
                dimension: string | null;
                breakdown: {
                    key: string;
                    events: number;
                    visitors: number;
                    pageviews?: number;
                    /** @description Events per hundred pageviews, two decimals */
                    eventRate?: number;
                }[];
                /** @description Events of rows beyond `limit` */
                other?: number;
                /** @description Why `eventRate` is left out */
                note?: string;
            };
        };
        Stats: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            data: {
                /** @description Distinct visitors with any event */
                visitors: number;
                /** @description Distinct sessions with any event; 30 minutes without one end a session */
                sessions: number;
                pageviews: number;
                /** @description As in `breakdown`; null without sessions */
                bounceRate: number | null;
                /** @description Mean seconds of a session from its first event in the window to its last, bounces included; null without sessions */
                visitDuration: number | null;
                /** @description Pageviews per session, two decimals; null without sessions */
                viewsPerVisit: number | null;
                /** @description With `include=revenue`: the payments of the window by accounts whose recorded first visit was on this site and had the value of the row. Rows have it by the dimensions that revenue has, too; it is left out of a row that is not among the 500 of the largest net. Never added across currencies */
                revenue?: {
                    currency: string;
                    /**
                     * @description Gross less refunds
                     * @example 49.00
                     */
                    net: string;
                    payments: number;
                    customers: number;
                    perVisitor: string | null;
                }[];
                imported?: components["schemas"]["ImportedStats"];
                series: {
                    /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                    hour?: string;
                    /** @description With grain day: `2026-10-25` */
                    day?: string;
                    /** @description With grain week: the Monday, `2026-10-19` */
                    week?: string;
                    /** @description With grain month: `2026-10` */
                    month?: string;
                    /** @description Distinct visitors with any event */
                    visitors: number;
                    /** @description Distinct sessions with any event; 30 minutes without one end a session */
                    sessions: number;
                    pageviews: number;
                }[];
                /**
                 * @description Visitors and sessions of the series must not be summed: whoever came in two buckets counts in both. The totals are counted over the window
                 * @constant
                 */
                additive: false;
                dimension: string | null;
                /** @description By visitors downwards, then by key */
                breakdown: {
                    key: string;
                    /** @description Distinct visitors with any event */
                    visitors: number;
                    /** @description Distinct sessions with any event; 30 minutes without one end a session */
                    sessions: number;
                    pageviews: number;
                    /** @description Percent of the sessions, two decimals, that have at most one event in the window beside `engagement`. A session is judged by all of its events in the window, also those that a filter leaves out */
                    bounceRate: number;
                    /** @description With `include=revenue`: the payments of the window by accounts whose recorded first visit was on this site and had the value of the row. Rows have it by the dimensions that revenue has, too; it is left out of a row that is not among the 500 of the largest net. Never added across currencies */
                    revenue?: {
                        currency: string;
                        /**
                         * @description Gross less refunds
                         * @example 49.00
                         */
                        net: string;
                        payments: number;
                        customers: number;
                        perVisitor: string | null;
                    }[];
                }[];
                /** @description The earlier window, when `compare` was given */
                comparison?: {
                    /** @example 2026-10-01 to 2026-10-30 */
                    range: string;
                    /** @description Distinct visitors with any event */
                    visitors: number;
                    /** @description Distinct sessions with any event; 30 minutes without one end a session */
                    sessions: number;
                    pageviews: number;
                    /** @description As in `breakdown`; null without sessions */
                    bounceRate: number | null;
                    /** @description Mean seconds of a session from its first event in the window to its last, bounces included; null without sessions */
                    visitDuration: number | null;
                    /** @description Pageviews per session, two decimals; null without sessions */
                    viewsPerVisit: number | null;
                };
            };
        };
        ImportedStats: {
            /** @description Days of the window that have imported totals */
            days: number;
            /** @description The sum of each day's visitors: whoever came on two days counts twice */
            dailyVisitors: number;
            sessions: number;
            pageviews: number;
            /** @description Percent of the sessions; null without sessions */
            bounceRate: number | null;
            /** @description Mean seconds; null without sessions */
            visitDuration: number | null;
            /** @description Only buckets with imported days; none by the hour */
            series: {
                /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                hour?: string;
                /** @description With grain day: `2026-10-25` */
                day?: string;
                /** @description With grain week: the Monday, `2026-10-19` */
                week?: string;
                /** @description With grain month: `2026-10` */
                month?: string;
                /** @description The sum of each day's visitors: whoever came on two days counts twice */
                dailyVisitors: number;
                sessions: number;
                pageviews: number;
            }[];
            /** @description By `pathname`, `entry_page`, `exit_page`, `source`, `country`, `region`, `device`, `browser` or `os`; else empty */
            breakdown: {
                key: string;
                /** @description The sum of each day's visitors: whoever came on two days counts twice */
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
             * @description End of the last one, which is under way
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
                /**
                 * @description Visitors and sessions of the series must not be summed: whoever came in two buckets counts in both. The totals are counted over the window
                 * @constant
                 */
                additive: false;
                dimension: string | null;
                /** @description By visitors downwards, then by key */
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
            data: {
                /** @description One for each week of the window. The first and the last week end with the window: let it begin on a Monday */
                cohorts: {
                    /**
                     * @description The Monday
                     * @example 2026-10-19
                     */
                    week: string;
                    /** @description Whose first event, of those under the filters in the 731 days up to the end of the window, is in this week */
                    visitors: number;
                    /** @description The weeks that follow, up to the end of the window */
                    weeks: {
                        week: string;
                        /** @description How many of them had an event in this later week */
                        visitors: number;
                        /** @description Percent of them, two decimals; null of nobody */
                        retention: number | null;
                    }[];
                    /**
                     * @description Visitors and sessions of the series must not be summed: whoever came in two buckets counts in both. The totals are counted over the window
                     * @constant
                     */
                    additive: false;
                }[];
            };
        };
        TrafficQuality: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            data: {
                /** @description Events that count, by their own time */
                accepted: number;
                /** @description Repeats of them that arrived and were not counted again. A file that is imported again has none */
                duplicates: number;
                /** @description By reason, bots apart; by the time of arrival */
                dropped: {
                    reason: string;
                    events: number;
                }[];
                /** @description Events of bots, by what gave them away */
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
             * @description `duplicate`: stored, and arrived again; counts once. Told until the copies are merged, minutes to a day later: then `stored`. `unknown`: not of the last 7 days, or still on its way
             * @enum {string}
             */
            status: "stored" | "duplicate" | "dropped" | "unknown";
            /** Format: date-time */
            receivedAt?: string;
            /**
             * @description Why it was dropped
             * @example host_mismatch
             */
            reason?: string;
            /**
             * @description What gave a bot away
             * @example crawler
             */
            botReason?: string;
        };
        ImportReport: {
            /** @description Rows that are stored now, those that were before included */
            taken: number;
            refused: number;
            /** @description The first 20 refused rows, by the line of the file that each ends on */
            errors: {
                line: number;
                message: string;
            }[];
        };
        Visitor: {
            /** @description The pseudonym, as an export shows it */
            visitorId: string;
            /**
             * Format: date-time
             * @description First event on the site within the window
             */
            firstSeenAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** @description Of the first session in the workspace; null when unknown */
            channel: string | null;
            /** @description From the first to the last. Null is unknown */
            sessions: {
                /** Format: date-time */
                startedAt: string;
                channel: string | null;
                source: string | null;
                /** @description Host and path of the first page, without query */
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
            /** @description Events of the window that are older than the newest 1,000, which are shown */
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
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            data: {
                /** @description Events that reach the goal */
                conversions: number;
                /** @description Distinct visitors who reached it */
                visitors: number;
                /** @description Percent of all visitors of the window under the same filters by columns, two decimals; null without visitors */
                conversionRate: number | null;
                series: {
                    /** @description With grain hour: `2026-10-25T02:00:00+01:00` */
                    hour?: string;
                    /** @description With grain day: `2026-10-25` */
                    day?: string;
                    /** @description With grain week: the Monday, `2026-10-19` */
                    week?: string;
                    /** @description With grain month: `2026-10` */
                    month?: string;
                    /** @description Events that reach the goal */
                    conversions: number;
                    /** @description Distinct visitors who reached it */
                    visitors: number;
                }[];
                /**
                 * @description Visitors and sessions of the series must not be summed: whoever came in two buckets counts in both. The totals are counted over the window
                 * @constant
                 */
                additive: false;
                dimension: string | null;
                /** @description By conversions downwards, then by key */
                breakdown: {
                    key: string;
                    /** @description Events that reach the goal */
                    conversions: number;
                    /** @description Distinct visitors who reached it */
                    visitors: number;
                    /** @description Percent of the row's visitors; left out when grouped by `props.<key>` */
                    conversionRate?: number;
                }[];
            };
        };
        DefinitionDeletion: {
            /** @constant */
            deleted: true;
            id: number;
        };
        FunnelList: {
            funnels: components["schemas"]["Funnel"][];
        };
        FunnelResult: {
            funnel: components["schemas"]["Funnel"];
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            data: {
                /** @description Visitors who took the first step */
                entered: number;
                /** @description Visitors who took all */
                completed: number;
                /** @description Percent of those who entered, two decimals; null when nobody did */
                conversionRate: number | null;
                /** @description Visitors who took the steps up to this one, each strictly later than the one before, within `windowHours` of the first and all within the range. Filters hold for every step */
                steps: {
                    name: string;
                    visitors: number;
                    /** @description Visitors of the step before who did not come to this one */
                    dropOff: number;
                    /** @description Percent of those who entered, two decimals; null when nobody did */
                    conversionRate: number | null;
                }[];
                dimension: string | null;
                /** @description By entered downwards, then by key: the value at the visitor's first entry */
                breakdown: {
                    key: string;
                    entered: number;
                    completed: number;
                    /** @description Percent of those who entered, two decimals; null when nobody did */
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
             * @description The channel rule that decided
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
                 * @description What gave a bot away
                 * @example crawler
                 */
                reason?: string;
            };
        };
        Identified: {
            /** @constant */
            ok: true;
            linked: boolean;
            /** @enum {string} */
            channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            /** @constant */
            enriched?: true;
        };
        AccountRow: {
            /**
             * @description Hashed on arrival, never stored
             * @example ada@example.com
             */
            email: string;
            /** @description Your internal id */
            user_id?: string;
            plan?: string;
            /** @description B2B account key */
            company?: string;
            /** @description Monthly recurring revenue. Changed by Stripe's subscriptions too, where its webhooks are taken */
            mrr?: number;
            /** @description At most 50 traits and 8 KiB; null removes a trait */
            traits?: {
                [key: string]: unknown;
            };
        };
        BulkResult: {
            /** @constant */
            ok: true;
            imported: number;
            skipped: number;
            /** @description The first 20 skipped rows */
            errors: {
                index: number;
                message: string;
            }[];
        };
        AccountAttribution: {
            /** @description Whether there is such an account */
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
            /** @description Of them, those whose first session has not arrived yet */
            pendingVisitors: number;
            /** @description Sessions of the 100 visitors linked last that began after the recorded one, newest first, at most 50. They decide nothing */
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
            /** @description All such sessions of the last 731 days */
            laterTouchCount: number;
            /** @description Payments of the account, refunds among them */
            payments: number;
            /** @description What the account paid, credited to its channel when it has one. Never added across currencies */
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
            /** @description The newest 10, newest first */
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
        Erasure: {
            /** @constant */
            ok: true;
            certificate: {
                id: string;
                /** Format: date-time */
                at: string;
                /** @description Profiles deleted, with their recorded channel */
                profiles: number;
                /** @description Links to visitors deleted */
                links: number;
                /** @description Payments detached: they stay in sums, without the account. So is a refund that Stripe tells afterwards, where it is of a payment that is known here; one that names nothing but its customer is kept under Stripe’s id of that */
                payments: number;
                /** @description Stripe's customers that were known to be the account, forgotten */
                customers: number;
                /** @description Subscriptions of these, forgotten */
                subscriptions: number;
            };
        };
        Companies: {
            companies: {
                /** @description Your own key */
                company: string;
                accounts: number;
                /**
                 * @description Sum of the accounts' MRR
                 * @example 490.00
                 */
                mrr: string;
                /**
                 * @description That brought the first account
                 * @enum {string}
                 */
                channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
            }[];
            /** @description All companies, beyond `limit` too */
            total: number;
        };
        RecordedPayment: {
            /** @constant */
            ok: true;
            /** @description Whether the account has a recorded channel by now */
            attributed: boolean;
            /** @enum {string} */
            channel?: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
        };
        PaymentRow: {
            /**
             * @description Your id of the payment: sent again, it counts once
             * @example inv_1001
             */
            payment_id: string;
            /** @description The account: this or `user_id`. Hashed on arrival, never stored */
            email?: string;
            /** @description The account, by your internal id */
            user_id?: string;
            /**
             * @description Major units, not negative, with no more decimals than the currency has
             * @example 49.00
             */
            amount: string | number;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /**
             * @description A refund's amount is what was given back; it lowers the net revenue
             * @enum {string}
             */
            type: "sale" | "refund" | "subscription";
            /**
             * Format: date-time
             * @description Default: now
             * @example 2026-10-25T02:00:00.000Z
             */
            occurred_at?: string;
        };
        Revenue: {
            /** @example 2026-10-01 to 2026-10-30 */
            range: string;
            timezone: string;
            /** @enum {string} */
            grain: "hour" | "day" | "week" | "month";
            /** @enum {string} */
            model: "first_touch";
            data: {
                dimension: ("channel" | "source" | "plan" | "company" | "site" | "country" | "utm_source" | "utm_medium" | "utm_campaign") | null;
                /** @description Never added across currencies */
                currencies: {
                    currency: string;
                    /**
                     * @description Sales and subscriptions
                     * @example 49.00
                     */
                    gross: string;
                    /**
                     * @description What was given back
                     * @example 49.00
                     */
                    refunds: string;
                    /**
                     * @description Gross less refunds; may be negative
                     * @example 49.00
                     */
                    net: string;
                    /** @description Sales and subscriptions */
                    payments: number;
                    /** @description Distinct accounts with a sale or subscription */
                    customers: number;
                    /**
                     * @description The part of net whose account has no recorded channel
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
                         * @description Gross less refunds; may be negative
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
                         * @description What was given back
                         * @example 49.00
                         */
                        refunds: string;
                        /**
                         * @description Gross less refunds; may be negative
                         * @example 49.00
                         */
                        net: string;
                        /** @description Sales and subscriptions */
                        payments: number;
                        /** @description Distinct accounts with a sale or subscription */
                        customers: number;
                    }[];
                }[];
                /** @description Within unattributed: what may still get a channel, up to 30 days after */
                pending: {
                    currency: string;
                    /**
                     * @description Gross less refunds; may be negative
                     * @example 49.00
                     */
                    net: string;
                    /** @description Sales and subscriptions */
                    payments: number;
                }[];
                /** @description MRR of the accounts first made known in the window, by channel, under the same filters; without currency, as your own `mrr` is */
                newMrr: {
                    /** @description Recorded channel, or `(none)` */
                    channel: string;
                    /**
                     * @description As told of the accounts by now
                     * @example 490
                     */
                    mrr: string;
                    /** @description With an MRR above 0 */
                    accounts: number;
                }[];
            };
        };
        StripeStatus: {
            /** @description Whether a signing secret is set. It is never shown */
            configured: boolean;
            /**
             * Format: date-time
             * @description When it was set
             */
            since: string | null;
            /**
             * @description Where Stripe is to send its events, below this API's address
             * @example /webhooks/stripe/1
             */
            webhookPath: string;
        };
        ReceivedStripeEvent: {
            /** @constant */
            received: true;
            /** @description Whether what it tells of a payment, a refund, a customer or a subscription is recorded, now or before */
            recorded: boolean;
            /**
             * @description Why not. `refused`: known with other content, or breaks a rule of payments
             * @enum {string}
             */
            ignored?: "event_type" | "invoiced" | "no_email" | "no_customer" | "no_amount" | "unreadable" | "refused";
        };
        DashboardLink: {
            /** @description Of the session in the audit log */
            id: number;
            /**
             * Format: uri
             * @description To be opened in a browser
             */
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ShareLink: {
            id: number;
            name: string;
            /**
             * Format: uri
             * @description The page: whoever has it, and its password, sees the numbers
             */
            url: string;
            hasPassword: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        ShareLinkList: {
            shareLinks: components["schemas"]["ShareLink"][];
        };
        CreatedWebhook: {
            id: number;
            url: string;
            description: string;
            events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "goal.reached")[];
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `failing`: nothing came through for three days; `gone`: it answered 410; `paused` by you */
            disabledReason: ("paused" | "failing" | "gone") | null;
            disabledAt: string | null;
            /** @description Since when no attempt came through; null: the last one did */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Shown only here. Deliveries are signed with it, as https://www.standardwebhooks.com has it
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
            events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "goal.reached")[];
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `failing`: nothing came through for three days; `gone`: it answered 410; `paused` by you */
            disabledReason: ("paused" | "failing" | "gone") | null;
            disabledAt: string | null;
            /** @description Since when no attempt came through; null: the last one did */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Replay: {
            queued: number;
            /** @description Of a call for the rest; null: these were all */
            nextCursor: string | null;
        };
        RotatedWebhook: {
            id: number;
            url: string;
            description: string;
            events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "goal.reached")[];
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description `failing`: nothing came through for three days; `gone`: it answered 410; `paused` by you */
            disabledReason: ("paused" | "failing" | "gone") | null;
            disabledAt: string | null;
            /** @description Since when no attempt came through; null: the last one did */
            failingSince: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Shown only here. Deliveries are signed with it, as https://www.standardwebhooks.com has it
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
            /** @description Sent as `webhook-id` */
            noticeId: string;
            /** @enum {string} */
            type: "site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "goal.reached" | "webhook.test";
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description Of the last attempt */
            httpStatus: number | null;
            /** @description Of the last attempt; null: there is none */
            problem: ("name_not_found" | "private_address" | "unreachable" | "timed_out" | "redirected" | "http_error") | null;
            /** Format: date-time */
            createdAt: string;
            /** @description While it is pending */
            nextAttemptAt: string | null;
            /** @description Once it is delivered, or given up */
            endedAt: string | null;
        };
        NoticeList: {
            notices: components["schemas"]["Notice"][];
            nextCursor: string;
            more: boolean;
        };
        /** @description What happened. Sent to webhooks as a POST of all but `id`, which is the header `webhook-id`; beside it stand `webhook-timestamp` and `webhook-signature` (Standard Webhooks). The same id may come twice and out of order. */
        Notice: {
            /** @constant */
            type: "site.installed";
            /** Format: date-time */
            timestamp: string;
            data: {
                siteId: number;
                domain: string;
            };
            id: string;
        } | {
            /** @constant */
            type: "site.deleted";
            /** Format: date-time */
            timestamp: string;
            data: {
                siteId: number;
                domain: string;
            };
            id: string;
        } | {
            /** @constant */
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
        } | {
            /** @constant */
            type: "identity.linked";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** @description Your own id of the account, where you sent one */
                userId: string | null;
                /** @enum {string} */
                channel: "Cross-network" | "Paid Shopping" | "Paid Search" | "Paid Social" | "Paid Video" | "Display" | "Paid Other" | "Organic Shopping" | "Organic Social" | "Organic Video" | "AI Assistants" | "Organic Search" | "Email" | "Affiliates" | "Audio" | "SMS" | "Mobile Push Notifications" | "Referral" | "Direct";
                source: string | null;
                /** @description Of the account's first session */
                siteId: number | null;
            };
            id: string;
        } | {
            /** @constant */
            type: "payment.attributed";
            /** Format: date-time */
            timestamp: string;
            data: {
                paymentId: string;
                /** @description Your own id of the account, where you sent one */
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
                /** @description Of the account's first session */
                siteId: number | null;
            };
            id: string;
        } | {
            /** @constant */
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
                /** @description More than were told before: they sum up to `total` */
                conversions: number;
                total: number;
            };
            id: string;
        } | {
            /** @constant */
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
            /** @description Null: every site of the workspace */
            sites: number[] | null;
            /** @description Null: never */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Shown only here. Keep it secret. */
            token: string;
        };
        Token: {
            id: number;
            name: string;
            scopes: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
            /** @description Null: every site of the workspace */
            sites: number[] | null;
            /** @description Null: never */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description To the hour; null: never */
            lastUsedAt: string | null;
            /** @description The token that a rotation put in its place; it ends at `expiresAt` */
            replacedBy: number | null;
        };
        RotatedToken: {
            id: number;
            name: string;
            scopes: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
            /** @description Null: every site of the workspace */
            sites: number[] | null;
            /** @description Null: never */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Shown only here. Keep it secret. */
            token: string;
            replaces: {
                id: number;
                /** Format: date-time */
                expiresAt: string;
            };
        };
        AuditLog: {
            entries: components["schemas"]["AuditEntry"][];
            nextCursor: string | null;
        };
        AuditEntry: {
            /** Format: date-time */
            at: string;
            /**
             * @description `admin` is the admin command, `bootstrap` a start with BOOTSTRAP_TOKEN
             * @enum {string}
             */
            actor: "token" | "dashboard" | "admin" | "bootstrap" | "purge";
            /** @description The token that acted */
            tokenId: number | null;
            /** @description The dashboard session that acted; `targetId` of the `createDashboardLink` that it began with */
            sessionId: number | null;
            /**
             * @description An operationId of this document, or `purgeSite`
             * @example deleteSite
             */
            action: string;
            siteId: number | null;
            /** @description Of the goal, token, link or certificate that was made or meant */
            targetId: string | null;
            /**
             * @description `unknown`: under way, or cut short; it may have happened
             * @enum {string}
             */
            outcome: "done" | "refused" | "unknown";
            /** @description Why it was refused */
            code: string | null;
            requestId: string | null;
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
                /** @description `true` lists the bin, with `deletedAt` and `purgeAt` */
                deleted?: "true" | "false";
                /** @description `activity`: how each site does, in one call for all of them; not of the bin, and only for those who may read stats */
                include?: "activity";
            };
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sites by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sites: (components["schemas"]["Site"] | components["schemas"]["SiteWithActivity"] | components["schemas"]["BinnedSite"])[];
                    };
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Scheme, `www.`, port and path are ignored
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
                    /** @description Site types, the first is the primary one */
                    categories?: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
                    /** @description Free tags: at most 50 of at most 64 characters */
                    tags?: string[];
                    /** @description Run automatic detection in the background */
                    detect?: boolean;
                };
            };
        };
        responses: {
            /** @description The site that the domain had already, unchanged */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The same seed makes the same visits
                     * @default 1
                     */
                    seed?: number;
                    /**
                     * @description After these it is purged, by the next purge: within the hour
                     * @default 24
                     */
                    hours?: number;
                };
            };
        };
        responses: {
            /** @description The site and what to expect of it */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
            header?: never;
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When it will be purged */
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
            header?: never;
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name; defaults to the domain */
                    name?: string;
                    /**
                     * @description IANA zone name; defaults to UTC
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                    /** @description Site types, the first is the primary one */
                    categories?: ("saas" | "ecommerce" | "marketplace" | "blog" | "news" | "documentation" | "portfolio" | "agency" | "education" | "community" | "nonprofit" | "government" | "healthcare" | "finance" | "travel" | "real-estate" | "restaurant" | "events" | "entertainment" | "gaming" | "mobile-app" | "developer-tools" | "personal" | "other")[];
                    /** @description Free tags: at most 50 of at most 64 characters */
                    tags?: string[];
                };
            };
        };
        responses: {
            /** @description The whole site */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The document; the header ETag names it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteConfig"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description `true` changes nothing */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description The ETag of the answer that you go by: refused with 412 when the document is another by now */
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
                "application/json": components["schemas"]["NewSiteConfig"];
            };
        };
        responses: {
            /** @description What changed, and the document that came of it, named by the header ETag */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
            /** @description What was found less than a minute ago */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Detection"];
                };
            };
            /** @description Pending: read the site to see the result */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The slugs */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
    listEvents: {
        parameters: {
            query?: {
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
                "application/json": {
                    events: components["schemas"]["ServerEvent"][];
                };
            };
        };
        responses: {
            /** @description The accepted events are durable */
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
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description Buckets of the series; default day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description A column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description Counts and aggregates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventAnalysis"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description Buckets of the series; default day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description A column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /** @description As many days just before the window, or the same dates a year earlier */
                compare?: "previous_period" | "previous_year";
                /** @description `revenue`: what was paid, and how much per visitor; then filters are those that revenue has, too. `imported`: what was imported of days that another product counted; then without filters */
                include?: "revenue" | "imported";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description Counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Realtime"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
    getRetention: {
        parameters: {
            query?: {
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description Cohorts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
            };
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrafficQuality"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /** @description `events`, the default: all of them, pageviews included; or `pageviews` alone */
                type?: "events" | "pageviews";
                /** @description Default csv */
                format?: "csv" | "ndjson";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The product that the file was exported from */
                source: "umami" | "plausible";
                /** @description Passes over the rows up to this line: where an import that broke off told that it had come */
                afterLine?: number;
            };
            header?: never;
            path: {
                /** @description Site id */
                id: number;
            };
            cookie?: never;
        };
        /**
         * @description `umami`: of its export, unpacked, first `event_data.csv`, then `website_event.csv`, told apart by their columns. The properties of the one become those of the events of the other, by `event_id`, at most 30 of an event; a file of events that came too early is sent once more. Pageviews and custom events become events, up to five years old, each once however often it is imported. Times without a zone (`2026-03-01 10:00:00`) are UTC. Channels follow from our own rules, a session has that of its first event: where rows are not in the order of `created_at`, send the file twice, for only then the first event is known to all. Kept: time, page, referrer, campaign tags, visit, country, region, device, browser, system. Not kept: `distinct_id`, `page_title`, `screen`, `language`, `city`, `tag`, `session_data.csv`. Visitors are new ones: nothing ties them to those that you identify.
         *
         *     `plausible`: each of the `imported_*.csv` of its export, one at a time, known by its columns. They hold what was counted a day, no events: shown by the stats with `include=imported`, beside the exact numbers and never among them. The same file again replaces its days.
         *
         *     An `Idempotency-Key` is not needed, and not looked at.
         */
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description The file was read to its end */
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
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
            };
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Site id */
                id: number;
                /** @description From an export */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
                "application/json": components["schemas"]["NewGoal"];
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
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description Buckets of the series; default day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description A column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
            header?: never;
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
            /** @description It is gone */
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
    listFunnels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
                "application/json": components["schemas"]["NewFunnel"];
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
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description A column or `props.<key>` */
                dimension?: string;
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
                /** @description IANA zone of days and buckets, instead of the site's */
                timezone?: string;
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: pathname, channel, device, browser, os, country, region, referrer, utm_source, utm_medium, utm_campaign or `props.<key>` (country is ISO 3166 alpha-2, region ISO 3166-2 such as DE-BE, unknown where the collector has no city database); also, but for the analysis of one event, source, entry_page, exit_page. Each filter is judged on the event that is counted, the entry and the exit page on the event's session. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
            header?: never;
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
            /** @description It is gone */
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
    explain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description First page of the visit; the site is taken to be its registrable domain
                     * @example https://www.example.com/?utm_source=newsletter
                     */
                    url: string;
                    referrer?: string;
                    /** @description Without it device and bot verdict stay unknown */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Visitor id, `window.headwater.ref` at signup */
                    anonymous_id: string;
                    /**
                     * @description Hashed on arrival, never stored
                     * @example ada@example.com
                     */
                    email: string;
                    /** @description Your internal id */
                    user_id?: string;
                    plan?: string;
                    /** @description B2B account key */
                    company?: string;
                    /** @description Monthly recurring revenue. Changed by Stripe's subscriptions too, where its webhooks are taken */
                    mrr?: number;
                    /** @description At most 50 traits and 8 KiB; null removes a trait */
                    traits?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Whether a session of the visitor was seen, and the recorded channel */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    users: components["schemas"]["AccountRow"][];
                };
            };
        };
        responses: {
            /** @description How many rows were used */
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
    lookUpAttribution: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description This or `user_id`. Hashed on arrival */
                    email?: string;
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description The recorded attribution, where there is one */
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
    eraseAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description What was deleted and detached */
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
    listCompanies: {
        parameters: {
            query?: {
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
            };
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Your id of the payment: sent again, it counts once
                     * @example inv_1001
                     */
                    payment_id: string;
                    /** @description The account: this or `user_id`. Hashed on arrival, never stored */
                    email?: string;
                    /** @description The account, by your internal id */
                    user_id?: string;
                    /**
                     * @description Major units, not negative, with no more decimals than the currency has
                     * @example 49.00
                     */
                    amount: string | number;
                    /**
                     * @description ISO 4217
                     * @example EUR
                     */
                    currency: string;
                    /**
                     * @description A refund's amount is what was given back; it lowers the net revenue
                     * @enum {string}
                     */
                    type: "sale" | "refund" | "subscription";
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
            /** @description This very payment was recorded before */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    payments: components["schemas"]["PaymentRow"][];
                };
            };
        };
        responses: {
            /** @description How many rows were used */
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
    getRevenue: {
        parameters: {
            query?: {
                /** @description First day, with `to`; instead of `range` */
                from?: string;
                /** @description Last day, inclusive */
                to?: string;
                /** @description Last N days ending today, N 1 to 730; default 30d */
                range?: string;
                /** @description Buckets of the series; default day */
                grain?: "hour" | "day" | "week" | "month";
                /** @description Breakdown rows, 1 to 500; default 100 */
                limit?: number;
                /** @description IANA zone of days and buckets; default UTC */
                timezone?: string;
                /** @description One of channel, source, plan, company, site, country, utm_source, utm_medium, utm_campaign */
                dimension?: string;
                /** @description Which visit a payment is credited to; default first_touch */
                model?: "first_touch";
                /**
                 * @description Repeatable: `filter[key]=value` or `filter[key][operator]=value`, at most 20. The same key twice is "or", different keys are "and". Keys: channel, source, plan, company, site, country, utm_source, utm_medium, utm_campaign. Operators: is, is_not, contains, contains_not, starts_with; those with "not" hold when none of their values does. `(none)` is the unknown value.
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Exact sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revenue"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
    getStripe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it is set up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeStatus"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
    setStripeSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The endpoint's signing secret from Stripe's dashboard, in the place of any older one */
                    signing_secret: string;
                };
            };
        };
        responses: {
            /** @description It is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeStatus"];
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
    removeStripeSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No secret is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StripeStatus"];
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
                /** @description Workspace id */
                workspace: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Stripe need not send it again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedStripeEvent"];
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description What the person may do; left out: all that the token may */
                    scopes?: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
                    /** @description The only sites that the person may reach; null or left out: all */
                    sites?: number[] | null;
                };
            };
        };
        responses: {
            /** @description The link, shown only here: for one sign-in within 10 minutes */
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
    listShareLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The links, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareLinkList"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
                "application/json": {
                    /**
                     * @description To tell links apart
                     * @default Shared page
                     * @example for the agency
                     */
                    name?: string;
                    /** @description Asked of whoever opens the page; null or left out: none */
                    password?: string | null;
                };
            };
        };
        responses: {
            /** @description The link */
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
            header?: never;
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
            /** @description It is revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
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
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where to send: https on port 443 of a public server. It answers 2xx within 10 seconds
                     * @example https://hooks.example/headwater
                     */
                    url: string;
                    /** @description The types of notices to send */
                    events: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "goal.reached")[];
                    /**
                     * @default
                     * @example the warehouse
                     */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description The webhook with its secret, shown only here */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
            header?: never;
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
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
            header?: never;
            path: {
                /** @description Webhook id */
                webhookId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where to send: https on port 443 of a public server. It answers 2xx within 10 seconds
                     * @example https://hooks.example/headwater
                     */
                    url?: string;
                    /** @example the warehouse */
                    description?: string;
                    /** @description The types of notices to send */
                    events?: ("site.installed" | "site.deleted" | "site.purged" | "identity.linked" | "payment.attributed" | "goal.reached")[];
                    /**
                     * @description What happens while it is disabled is not sent by itself: replay from `disabledAt`
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The whole webhook */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
            /** @description It is on its way: look for it among the deliveries */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Or `cursor`, one of the two
                     */
                    since?: string;
                    /**
                     * @description `nextCursor` of the notices: what came after it
                     * @example cDE
                     */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description How many are on their way, under their ids of then */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
            /** @description The webhook with its new secret, shown only here */
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
                /** @description Rows in an answer; default 50 */
                limit?: number;
                /** @description `nextCursor` of the answer before */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
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
            /** @description Deliveries and, unless these were the first ever, where to go on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description Rows in an answer; default 50 */
                limit?: number;
                /** @description `nextCursor` of the answer before */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notices, and where to go on: the same cursor when there is nothing new */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeList"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that were not revoked, by id; expired ones too */
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
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example signup server */
                    name: string;
                    /** @description What it may do: some of your own scopes */
                    scopes: ("sites:read" | "sites:write" | "identify" | "payments" | "events:write" | "stats:read" | "export" | "tokens:admin")[];
                    /** @description The only sites that it may reach; null or left out: all */
                    sites?: number[] | null;
                    /** @description When it ends; null or left out: never */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The token, shown only here */
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
                /** @description A random UUID: within 24 hours the same request under the same key has one effect and is answered alike, with `Idempotent-Replayed: true`. Another request under it is refused. */
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
                "application/json": {
                    /**
                     * @description How long the old secret works on; with 0 it ends everywhere within 5 seconds
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The new token, shown only here, and when the old one ends */
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
            header?: never;
            path: {
                /** @description Token id */
                tokenId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        revoked: true;
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
    listAudit: {
        parameters: {
            query?: {
                /** @description Entries in an answer; default 50 */
                limit?: number;
                /** @description `nextCursor` of the answer before */
                cursor?: string;
            };
            header?: {
                /** @description The ETag of the answer that you have: answered 304 while it is the same */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries and, unless these were the first ever, where to go on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            /** @description The answer is the one that `If-None-Match` names; without a body */
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
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1 */
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
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs */
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
            /** @description It can serve */
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
