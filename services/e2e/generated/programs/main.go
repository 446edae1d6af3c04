// Calls a system with the client that openapi-generator wrote for Go. Prints the results as JSON.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"
	"time"

	headwater "example.com/headwater"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		if body, ok := err.(interface{ Body() []byte }); ok {
			log.Fatalf("%v: %s", err, body.Body())
		}
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	config := headwater.NewConfiguration()
	config.Servers = headwater.ServerConfigurations{{URL: os.Getenv("HEADWATER_URL")}}
	config.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("HEADWATER_TOKEN"))
	api := headwater.NewAPIClient(config)

	site := must(api.SitesAPI.CreateSite(ctx).CreateSiteRequest(*headwater.NewCreateSiteRequest("go.example")).Execute())

	pageview := headwater.NewServerEvent("go-visitor", "pageview")
	pageview.SetUrl("https://go.example/")
	pageview.SetReferrer("https://www.google.com/")
	plan := "pro"
	signup := headwater.NewServerEvent("go-visitor", "signup")
	signup.SetUrl("https://go.example/")
	signup.SetProps(map[string]headwater.ServerEventPropsValue{"plan": {String: &plan}})
	events := headwater.NewSendEventsRequest([]headwater.ServerEvent{*pageview, *signup})
	sent := must(api.EventsAPI.SendEvents(ctx, site.Id).SendEventsRequest(*events).Execute())

	identified := must(api.IdentifyAPI.Identify(ctx).IdentifyRequest(*headwater.NewIdentifyRequest("go-visitor", "go@customer.example")).Execute())

	analysis := func(configure func(headwater.ApiGetEventAnalysisRequest) headwater.ApiGetEventAnalysisRequest) int32 {
		return int32(must(configure(api.EventsAPI.GetEventAnalysis(ctx, site.Id, "signup").Range_("7d")).Execute()).Data.Events)
	}
	type request = headwater.ApiGetEventAnalysisRequest
	all := func(r request) request { return r }
	// Events appear in queries within seconds.
	for deadline := time.Now().Add(time.Minute); analysis(all) == 0 && time.Now().Before(deadline); {
		time.Sleep(200 * time.Millisecond)
	}
	filters := map[string]int32{
		"none":    analysis(all),
		"column":  analysis(func(r request) request { return r.FilterChannel([]string{"Organic Search", "Email"}) }),
		"other":   analysis(func(r request) request { return r.FilterChannel([]string{"Email"}) }),
		"deep":    analysis(func(r request) request { return r.Filter(map[string]string{"props.plan": "pro"}) }),
		"refused": analysis(func(r request) request { return r.Filter(map[string]string{"props.plan": "free"}) }),
	}

	stats := must(api.StatsAPI.GetStats(ctx, site.Id).Range_("7d").Execute())

	amount := "49.00"
	payment := headwater.NewRecordPaymentRequest("go-1", headwater.RecordPaymentRequestAmount{String: &amount}, "EUR")
	payment.SetEmail("go@customer.example")
	paid := must(api.PaymentsAPI.RecordPayment(ctx).RecordPaymentRequest(*payment).Execute())
	revenue := must(api.PaymentsAPI.GetRevenue(ctx).Range_("7d").Dimension("channel").FilterSite([]string{itoa(site.Id)}).Execute())

	var types []string
	for deadline := time.Now().Add(time.Minute); len(types) == 0 && time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		for _, notice := range must(api.WebhooksAPI.ListNotices(ctx).Execute()).Notices {
			if linked := notice.IdentityLinkedEvent; linked != nil && linked.Data.GetSiteId() == site.Id {
				types = append(types, linked.Type)
			}
		}
	}

	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"accepted": sent.Accepted, "linked": identified.Linked, "channel": identified.Channel, "filters": filters,
		"visitors": stats.Data.Visitors, "ok": paid.Ok, "currency": revenue.Data.Currencies[0].Currency,
		"net": revenue.Data.Currencies[0].Net, "notices": types,
	})
}

func itoa(id int32) string {
	text, _ := json.Marshal(id)
	return string(text)
}
