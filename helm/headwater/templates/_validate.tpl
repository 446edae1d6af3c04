{{/* Rejects missing and contradictory values. The schema rejects values of the wrong type. */}}
{{- define "headwater.validate" -}}
{{- $v := .Values -}}
{{- $name := include "headwater.fullname" . -}}
{{- if not (regexMatch "^[a-z][-a-z0-9]*$" $name) }}{{ fail (printf "%q is the prefix of Service names, which must start with a letter and have no dot: set fullnameOverride" $name) }}{{ end -}}
{{- if not (has $v.hmac.activeKeyId $v.hmac.keys) }}{{ fail (printf "hmac.activeKeyId %q is not one of hmac.keys" $v.hmac.activeKeyId) }}{{ end -}}
{{- if and $v.trial.generateSecrets (not $v.hmac.existingSecret) (ne (join "," $v.hmac.keys) "k1") }}{{ fail "hmac.keys: a trial only generates the key k1; other keys need hmac.existingSecret" }}{{ end -}}
{{- if and $v.trial.generateSecrets (eq $v.migrations.mode "gitops") }}{{ fail "trial.generateSecrets generates different secrets with each render: migrations.mode gitops needs existing Secrets" }}{{ end -}}
{{- if and (has "none" $v.collector.trustedProxies) (gt (len $v.collector.trustedProxies) 1) }}{{ fail "collector.trustedProxies contains none and addresses: list only one of them" }}{{ end -}}
{{- if eq $v.postgres.mode "external" }}
{{- $pods := 0 }}
{{- $connections := 0 }}
{{- range $name := list "gateway" "sites" "identity" }}
{{- $s := include "headwater.values" (dict "root" $ "name" $name) | fromYaml }}
{{- $own := add (ternary $s.autoscaling.maxReplicas $s.replicas $s.autoscaling.enabled | int) 1 }}
{{- $size := dig "DATABASE_POOL_SIZE" 10 $v.config }}
{{- range $s.extraEnv }}{{ if eq .name "DATABASE_POOL_SIZE" }}{{ $size = .value }}{{ end }}{{ end }}
{{- $pods = add $pods $own }}
{{- $connections = add $connections (mul $own (int $size)) }}
{{- end }}
{{- if gt $connections (int $v.postgres.maxConnections) }}{{ fail (printf "%d pods of gateway, sites and identity, with one more of each during an update, open up to %d connections (DATABASE_POOL_SIZE), but postgres.maxConnections is %d: lower the replicas or DATABASE_POOL_SIZE, or raise max_connections of your Postgres and postgres.maxConnections" $pods $connections (int $v.postgres.maxConnections)) }}{{ end -}}
{{- end }}
{{- range list "SITES_ADDRESS" "IDENTITY_ADDRESS" "ANALYTICS_ADDRESS" "COLLECTOR_ADDRESS" "METRICS_PORT" "CLICKHOUSE_CLUSTER" "CLICKHOUSE_NODES" "CLICKHOUSE_REPLICATED" }}
{{- if hasKey $v.config . }}{{ fail (printf "config sets %s, which this chart sets from other values" .) }}{{ end -}}
{{- end }}
{{- range $name := list "postgres" "clickhouse" }}
{{- if and (eq (index $v $name).mode "external") (not (index $v $name).existingSecret) }}{{ fail (printf "%s.existingSecret is not set: name a Secret with the URL of the database, or let the chart create a database with %s.mode" $name $name) }}{{ end -}}
{{- end }}
{{- if and $v.clickhouse.cluster (ne $v.clickhouse.mode "external") }}{{ fail (printf "clickhouse.cluster is set: it describes an external cluster, but clickhouse.mode is %s" $v.clickhouse.mode) }}{{ end -}}
{{- if eq $v.clickhouse.mode "altinity" }}
{{- if gt (len $name) 36 }}{{ fail (printf "%q has more than 36 characters: names of the operator's pods would be too long, so set fullnameOverride" $name) }}{{ end -}}
{{- if and $v.clickhouse.altinity.backup.url (not $v.clickhouse.altinity.backup.existingSecret) }}{{ fail "clickhouse.altinity.backup.existingSecret is not set: name a Secret with access-key-id, secret-access-key and password" }}{{ end -}}
{{- end }}
{{- if and (not $v.clickhouse.cluster) (or $v.clickhouse.nodes $v.clickhouse.replicated) }}{{ fail "clickhouse.cluster is not set: clickhouse.nodes and clickhouse.replicated need it" }}{{ end -}}
{{- if and (eq $v.rpc.tls.mode "secret") (not $v.rpc.tls.existingSecret) }}{{ fail "rpc.tls.existingSecret is not set: mode secret needs it" }}{{ end -}}
{{- if and (eq $v.rpc.tls.mode "certManager") (not $v.rpc.tls.issuerRef.name) }}{{ fail "rpc.tls.issuerRef.name is not set: mode certManager needs an issuer" }}{{ end -}}
{{- if and (ne $v.rpc.tls.mode "secret") $v.rpc.tls.existingSecret }}{{ fail "rpc.tls.existingSecret is set, so rpc.tls.mode must be secret" }}{{ end -}}
{{- if and $v.ingress.enabled (not (and $v.ingress.gatewayHost $v.ingress.collectorHost)) }}{{ fail "ingress.gatewayHost and ingress.collectorHost are required if ingress.enabled is true" }}{{ end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) }}{{ fail "httpRoute.parentRefs is required if httpRoute.enabled is true" }}{{ end -}}
{{- if and $v.httpRoute.enabled (not (and $v.httpRoute.gatewayHosts $v.httpRoute.collectorHosts)) }}{{ fail "httpRoute.gatewayHosts and httpRoute.collectorHosts are required if httpRoute.enabled is true" }}{{ end -}}
{{- if not $v.trial.generateSecrets }}
{{- if not (or $v.image.registry (regexMatch "^[^/]*[.:][^/]*/" $v.image.repository)) }}{{ fail "image.registry is not set: nodes would pull from their default registry. Name the registry that has your image" }}{{ end -}}
{{- if not $v.secretsKey.existingSecret }}{{ fail "secretsKey.existingSecret is not set: name a Secret with 32 random bytes in base64, or set trial.generateSecrets for a trial" }}{{ end -}}
{{- if not $v.visitorKey.existingSecret }}{{ fail "visitorKey.existingSecret is not set: name a Secret with 32 random bytes in base64, or with the text none if the installation has events from before this value" }}{{ end -}}
{{- $isRouted := or $v.ownRoutes $v.ingress.enabled $v.httpRoute.enabled }}
{{- range $service, $url := dict "gateway" "publicUrl" "collector" "collectUrl" }}
{{- if and (index $v $url) (not $isRouted) (eq (index $v $service).service.type "ClusterIP") }}{{ fail (printf "%s is set, but nothing routes it to the pods: enable ingress or httpRoute, set %s.service.type to LoadBalancer, or set ownRoutes if you route it yourself" $url $service) }}{{ end -}}
{{- end }}
{{- if and (or $v.ingress.enabled $v.httpRoute.enabled) (not $v.collector.trustedProxies) }}{{ fail "collector.trustedProxies is not set: all visitors would have the address of the proxy and share one limit. List the addresses of your proxies, or [none] if they pass the addresses of clients on" }}{{ end -}}
{{- end }}
{{- range $name := list "gateway" "sites" "identity" "analytics" "collector" }}
{{- $s := include "headwater.values" (dict "root" $ "name" $name) | fromYaml }}
{{- if gt (int $s.autoscaling.minReplicas) (int $s.autoscaling.maxReplicas) }}{{ fail (printf "%s.autoscaling.minReplicas is greater than its maxReplicas" $name) }}{{ end -}}
{{- if lt (int $s.terminationGracePeriodSeconds) (add (int $s.preStopSeconds) 25) }}{{ fail (printf "%s.terminationGracePeriodSeconds must be at least preStopSeconds + 25" $name) }}{{ end -}}
{{- range $s.extraEnv }}
{{- if hasKey $v.config .name }}{{ fail (printf "%s.extraEnv sets %s, which config sets for all services" $name .name) }}{{ end -}}
{{- if has .name (list "DATABASE_URL" "CLICKHOUSE_URL" "HMAC_KEYS" "RPC_TOKEN" "RPC_TLS_CERT" "RPC_TLS_KEY" "RPC_TLS_CA" "BOOTSTRAP_TOKEN" "SECRETS_KEY" "VISITOR_KEY" "POSTGRES_PASSWORD" "CLICKHOUSE_PASSWORD" "CLICKHOUSE_CLUSTER" "CLICKHOUSE_NODES" "CLICKHOUSE_REPLICATED") }}{{ fail (printf "%s.extraEnv sets %s, which this chart sets from other values" $name .name) }}{{ end -}}
{{- end }}
{{- end }}
{{- end }}
