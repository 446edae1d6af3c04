"""Calls a system with the client of openapi-python-client. Prints the results as JSON."""

import io
import json
import os
import time

from headwater_client import AuthenticatedClient, models
from headwater_client.api.events import get_event_analysis, send_events
from headwater_client.api.export import import_site
from headwater_client.api.identify import identify
from headwater_client.api.payments import get_revenue, record_payment
from headwater_client.api.sites import create_site
from headwater_client.api.stats import get_stats
from headwater_client.api.webhooks import list_notices
from headwater_client.types import File

client = AuthenticatedClient(
    base_url=os.environ["HEADWATER_URL"],
    token=os.environ["HEADWATER_TOKEN"],
    raise_on_unexpected_status=True,
)


def checked(answer):
    """Returns an answer, or raises its problem document."""
    if isinstance(answer, models.Problem):
        raise RuntimeError(answer.detail)
    return answer


site = checked(create_site.sync(client=client, body=models.CreateSiteBody(domain="client.python.example")))
events = [
    {
        "anonymous_id": "client-visitor",
        "name": "pageview",
        "url": "https://client.python.example/",
        "referrer": "https://www.google.com/",
    },
    {
        "anonymous_id": "client-visitor",
        "name": "signup",
        "url": "https://client.python.example/",
        "props": {"plan": "pro"},
    },
]
sent = checked(send_events.sync(site.id, client=client, body=models.SendEventsBody.from_dict({"events": events})))
identified = checked(
    identify.sync(
        client=client, body=models.IdentifyBody(anonymous_id="client-visitor", email="client@customer.example")
    )
)


def analysis(**filters):
    answer = get_event_analysis.sync(site.id, "signup", client=client, range_="7d", **filters)
    return checked(answer).data.events


def wait_for(read):
    """Events appear in queries within seconds."""
    deadline = time.monotonic() + 60
    while not (value := read()) and time.monotonic() < deadline:
        time.sleep(0.2)
    return value


def other_filter(key, value):
    """Keys other than columns, and operators: this client sends the keys unchanged."""
    return analysis(filter_=models.GetEventAnalysisFilter.from_dict({f"filter{key}": value}))


wait_for(analysis)
filters = {
    "none": analysis(),
    "column": analysis(filterchannel=["Organic Search", "Email"]),
    "other": analysis(filterchannel=["Email"]),
    "deep": other_filter("[props.plan][starts_with]", "p"),
    "refused": other_filter("[props.plan]", "free"),
}
stats = checked(get_stats.sync(site.id, client=client, range_="7d"))
paid = checked(
    record_payment.sync(
        client=client,
        body=models.RecordPaymentBody(
            payment_id="client-1", amount="49.00", currency="EUR", email="client@customer.example"
        ),
    )
)
revenue = checked(get_revenue.sync(client=client, range_="7d", dimension="channel", filtersite=[str(site.id)]))


def notices():
    listed = checked(list_notices.sync(client=client)).notices
    linked = [each for each in listed if isinstance(each, models.IdentityLinkedEvent)]
    return [each.type_ for each in linked if each.data.site_id == site.id]


rows = (
    "session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at\n"
    "s1,v1,e1,/pricing,www.google.com,1,,2026-03-01 10:00:00\n"
)
imported = import_site.sync_detailed(
    site.id,
    client=client,
    source=models.ImportSiteSource.UMAMI,
    body=File(payload=io.BytesIO(rows.encode())),
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
            "import": imported.parsed.to_dict(),
        }
    )
)
