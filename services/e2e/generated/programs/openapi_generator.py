"""Calls a system with the client that openapi-generator wrote for Python. Prints the results as JSON."""

import json
import os
import time

import headwater

configuration = headwater.Configuration(
    host=os.environ["HEADWATER_URL"], access_token=os.environ["HEADWATER_TOKEN"]
)
client = headwater.ApiClient(configuration)
events_api = headwater.EventsApi(client)

site = headwater.SitesApi(client).create_site(headwater.CreateSiteRequest(domain="python.example"))
pageview = headwater.ServerEvent(
    anonymous_id="python-visitor",
    name="pageview",
    url="https://python.example/",
    referrer="https://www.google.com/",
)
signup = headwater.ServerEvent(
    anonymous_id="python-visitor",
    name="signup",
    url="https://python.example/",
    props={"plan": headwater.ServerEventPropsValue("pro")},
)
sent = events_api.send_events(site.id, headwater.SendEventsRequest(events=[pageview, signup]))
identified = headwater.IdentifyApi(client).identify(
    headwater.IdentifyRequest(anonymous_id="python-visitor", email="python@customer.example")
)


def analysis(**filters):
    return events_api.get_event_analysis(site.id, "signup", range="7d", **filters).data.events


def wait_for(read):
    """Events appear in queries within seconds."""
    deadline = time.monotonic() + 60
    while not (value := read()) and time.monotonic() < deadline:
        time.sleep(0.2)
    return value


wait_for(analysis)
filters = {
    "none": analysis(),
    "column": analysis(filter_channel=["Organic Search", "Email"]),
    "other": analysis(filter_channel=["Email"]),
}
stats = headwater.StatsApi(client).get_stats(site.id, range="7d")
payments = headwater.PaymentsApi(client)
paid = payments.record_payment(
    headwater.RecordPaymentRequest(
        payment_id="python-1",
        amount=headwater.RecordPaymentRequestAmount("49.00"),
        currency="EUR",
        email="python@customer.example",
    )
)
revenue = payments.get_revenue(range="7d", dimension="channel", filter_site=[str(site.id)])


def notices():
    listed = headwater.WebhooksApi(client).list_notices().notices
    linked = [each.actual_instance for each in listed]
    return [each.type for each in linked if each.type == "identity.linked" and each.data.site_id == site.id]


token = headwater.TokensApi(client).create_token(
    headwater.CreateTokenRequest(name="generated client", scopes=["stats:read"])
)
print(
    json.dumps(
        {
            "accepted": sent.accepted,
            "linked": identified.linked,
            "channel": identified.channel,
            "filters": filters,
            "visitors": stats.data.visitors,
            "ok": paid.ok,
            "currency": revenue.data.currencies[0].currency,
            "net": revenue.data.currencies[0].net,
            "notices": wait_for(notices),
            "token": token.name,
        }
    )
)
