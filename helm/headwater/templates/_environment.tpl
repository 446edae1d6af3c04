{{/* One variable from a Secret. Takes name, secret and key. */}}
{{- define "headwater.fromSecret" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .key }} } }
{{- end }}

{{/* The certificate authority of external databases. */}}
{{- define "headwater.caEnv" -}}
{{- if and .Values.databaseCa.existingSecret (not (hasKey .Values.config "NODE_EXTRA_CA_CERTS")) }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ printf "/etc/headwater/database-ca/%s" .Values.databaseCa.key | quote }} }
{{- end }}
{{- end }}

{{/* An operator renews its authority: Postgres clients read this file for each connection. */}}
{{- define "headwater.caMount" -}}
{{- if eq .Values.postgres.mode "cloudnativepg" }}
- { name: postgres-ca, mountPath: /etc/headwater/postgres-ca, readOnly: true }
{{- end }}
{{- if .Values.databaseCa.existingSecret }}
- { name: database-ca, mountPath: /etc/headwater/database-ca, readOnly: true }
{{- end }}
{{- end }}

{{- define "headwater.caVolume" -}}
{{- if eq .Values.postgres.mode "cloudnativepg" }}
- { name: postgres-ca, secret: { secretName: {{ include "headwater.fullname" . }}-postgres-ca, items: [{ key: ca.crt, path: ca.crt }], defaultMode: 288 } }
{{- end }}
{{- with .Values.databaseCa.existingSecret }}
- { name: database-ca, secret: { secretName: {{ . }}, defaultMode: 288 } }
{{- end }}
{{- end }}

{{/* The variable with the password of a role of a Postgres of the chart. Takes root, user (an entry of existingSecretKeys) and name. */}}
{{- define "headwater.rolePassword" -}}
{{- $v := .root.Values.postgres -}}
{{- $secret := default (include "headwater.trialRolesSecret" .root) $v.existingSecret -}}
{{- $key := index $v.existingSecretKeys .user | default (ternary $v.existingSecretKeys.password .user (and (ne $v.existingSecret "") (eq $v.mode "bundled"))) -}}
{{ include "headwater.fromSecret" (dict "name" .name "secret" $secret "key" $key) }}
{{- end }}

{{/* DATABASE_URL. Takes root and user, an entry of existingSecretKeys. Migrations of a Postgres of the chart also create the roles of all services. */}}
{{- define "headwater.postgresEnv" -}}
{{- $root := .root -}}
{{- $v := .root.Values.postgres -}}
{{- $secret := include "headwater.secret" (dict "root" .root "given" $v.existingSecret "field" "postgres.existingSecret") -}}
{{- if eq $v.mode "external" -}}
{{ include "headwater.fromSecret" (dict "name" "DATABASE_URL" "secret" $secret "key" (default $v.existingSecretKeys.url (index $v.existingSecretKeys .user))) }}
{{- else }}
{{- $name := printf "%s-postgres" (include "headwater.fullname" .root) -}}
{{- $server := printf "%s:5432/headwater" $name -}}
{{- $admin := "headwater" }}
{{- $adminPassword := dict "secret" $secret "key" $v.existingSecretKeys.password }}
{{- $ownerPassword := include "headwater.rolePassword" (dict "root" $root "user" "migrations" "name" "POSTGRES_OWNER_PASSWORD") }}
{{- if eq $v.mode "cloudnativepg" }}
{{- /* The operator creates the Secrets of the superuser and of the owner. Migrations need a session, so they bypass the pooler. */}}
{{- $server = printf "%s-%s:5432/headwater?sslmode=verify-full&sslrootcert=/etc/headwater/postgres-ca/ca.crt" $name (ternary "rw" "pooler" (eq .user "migrations")) }}
{{- $admin = "postgres" }}
{{- $adminPassword = dict "secret" (printf "%s-superuser" $name) "key" "password" }}
{{- $ownerPassword = include "headwater.fromSecret" (dict "name" "POSTGRES_OWNER_PASSWORD" "secret" (printf "%s-app" $name) "key" "password") }}
{{- end }}
{{- if eq .user "migrations" -}}
{{ include "headwater.fromSecret" (merge (dict "name" "POSTGRES_PASSWORD") $adminPassword) }}
- name: DATABASE_ADMIN_URL
  value: postgres://{{ $admin }}:$(POSTGRES_PASSWORD)@{{ $server }}
{{- $passwords := list }}
{{- range $role := list "gateway" "sites" "identity" "purge" }}
{{- $name := printf "POSTGRES_%s_PASSWORD" (upper $role) }}
{{ include "headwater.rolePassword" (dict "root" $root "user" $role "name" $name) }}
{{- $passwords = append $passwords (printf "%s:$(%s)" $role $name) }}
{{- end }}
- name: DATABASE_ROLE_PASSWORDS
  value: {{ join "," $passwords }}
{{ $ownerPassword }}
- name: DATABASE_URL
  value: postgres://headwater_owner:$(POSTGRES_OWNER_PASSWORD)@{{ $server }}
{{- else -}}
{{ include "headwater.rolePassword" (dict "root" $root "user" .user "name" "POSTGRES_PASSWORD") }}
- name: DATABASE_URL
  value: postgres://headwater_{{ .user }}:$(POSTGRES_PASSWORD)@{{ $server }}
{{- end }}
{{- end -}}
{{- end }}

{{/* CLICKHOUSE_URL and the cluster settings. Takes root and user. */}}
{{- define "headwater.clickhouseEnv" -}}
{{- $v := .root.Values.clickhouse -}}
{{- $secret := include "headwater.secret" (dict "root" .root "given" $v.existingSecret "field" "clickhouse.existingSecret") -}}
{{- if ne $v.mode "external" -}}
{{ include "headwater.fromSecret" (dict "name" "CLICKHOUSE_PASSWORD" "secret" $secret "key" $v.existingSecretKeys.password) }}
- name: CLICKHOUSE_URL
  value: http://headwater:$(CLICKHOUSE_PASSWORD)@{{ include "headwater.fullname" .root }}-clickhouse:8123/headwater
{{- else -}}
{{ include "headwater.fromSecret" (dict "name" "CLICKHOUSE_URL" "secret" $secret "key" (default $v.existingSecretKeys.url (index $v.existingSecretKeys .user))) }}
{{- end }}
{{- $cluster := dict "cluster" $v.cluster "nodes" $v.nodes "replicated" $v.replicated }}
{{- if eq $v.mode "altinity" }}
{{- $nodes := list }}
{{- range $shard := until (int $v.altinity.shards) }}
{{- range $replica := until (int $v.altinity.replicas) }}
{{- $nodes = append $nodes (printf "chi-%s-events-%d-%d:8123" (include "headwater.fullname" $.root) $shard $replica) }}
{{- end }}
{{- end }}
{{- $cluster = dict "cluster" "events" "nodes" $nodes "replicated" true }}
{{- end }}
{{- if $cluster.cluster }}
- { name: CLICKHOUSE_CLUSTER, value: {{ $cluster.cluster | quote }} }
- { name: CLICKHOUSE_NODES, value: {{ join "," $cluster.nodes | quote }} }
- { name: CLICKHOUSE_REPLICATED, value: {{ ternary "on" "off" $cluster.replicated | quote }} }
{{- end -}}
{{- end }}

{{/* The settings of `config` as environment of a job, because a hook runs before the ConfigMap changes. */}}
{{- define "headwater.jobConfig" -}}
{{- range $key, $value := omit (merge (deepCopy .Values.config) (dict "LOG_LEVEL" "info")) "NODE_OPTIONS" }}
- { name: {{ $key }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}

{{/* Service-to-service authentication: the token, and certificates with mutual TLS. */}}
{{- define "headwater.rpcEnv" -}}
{{- $token := .Values.rpc.token -}}
{{- $secret := include "headwater.secret" (dict "root" . "given" $token.existingSecret "field" "rpc.token.existingSecret") -}}
{{ include "headwater.fromSecret" (dict "name" "RPC_TOKEN" "secret" $secret "key" $token.key) }}
{{- if ne .Values.rpc.tls.mode "none" }}
- { name: RPC_TLS_CERT, value: /etc/headwater/tls/tls.crt }
- { name: RPC_TLS_KEY, value: /etc/headwater/tls/tls.key }
- { name: RPC_TLS_CA, value: /etc/headwater/tls/ca.crt }
{{- end }}
{{- end }}

{{/* HMAC_KEYS, the active key first. Kubernetes inserts the keys, so manifests don't contain them. */}}
{{- define "headwater.hmacEnv" -}}
{{- $root := . -}}
{{- $hmac := .Values.hmac -}}
{{- $secret := include "headwater.secret" (dict "root" . "given" $hmac.existingSecret "field" "hmac.existingSecret") -}}
{{- $ordered := prepend (without $hmac.keys $hmac.activeKeyId) $hmac.activeKeyId -}}
{{- $parts := list -}}
{{- range $index, $id := $ordered }}
{{ include "headwater.fromSecret" (dict "name" (printf "HMAC_KEY_%d" $index) "secret" $secret "key" $id) }}
{{- $parts = append $parts (printf "%s:$(HMAC_KEY_%d)" $id $index) }}
{{- end }}
- name: HMAC_KEYS
  value: {{ join "," $parts }}
{{- end }}

{{/* All settings of a service that are not in the ConfigMap. Takes root and name. */}}
{{- define "headwater.serviceEnv" -}}
{{- $root := .root -}}
{{- $arguments := dict "root" $root "user" .name -}}
{{ include "headwater.rpcEnv" $root }}
{{- if has .name (list "gateway" "sites" "identity" "purge") }}
{{ include "headwater.postgresEnv" $arguments }}
{{- end }}
{{- if has .name (list "analytics" "collector") }}
{{ include "headwater.clickhouseEnv" $arguments }}
{{- end }}
{{- if and (eq .name "collector") $root.Values.collector.cityDatabase.volume }}
- { name: COLLECTOR_CITY_DATABASE, value: {{ printf "/var/lib/headwater/city-database/%s" $root.Values.collector.cityDatabase.file | quote }} }
{{- end }}
{{- if has .name (list "analytics" "collector") }}
{{- $visitors := include "headwater.secret" (dict "root" $root "given" $root.Values.visitorKey.existingSecret "field" "visitorKey.existingSecret") }}
{{ include "headwater.fromSecret" (dict "name" "VISITOR_KEY" "secret" $visitors "key" $root.Values.visitorKey.key) }}
{{- end }}
{{- if eq .name "identity" }}
{{- include "headwater.hmacEnv" $root }}
{{- end }}
{{- if and (eq .name "gateway") $root.Values.bootstrapToken.existingSecret }}
{{ include "headwater.fromSecret" (dict "name" "BOOTSTRAP_TOKEN" "secret" $root.Values.bootstrapToken.existingSecret "key" $root.Values.bootstrapToken.key) }}
{{- end }}
{{- $sealing := $root.Values.secretsKey.existingSecret | default (ternary (include "headwater.trialSecret" $root) "" $root.Values.trial.generateSecrets) }}
{{- if and (has .name (list "gateway" "sites")) $sealing }}
{{ include "headwater.fromSecret" (dict "name" "SECRETS_KEY" "secret" $sealing "key" $root.Values.secretsKey.key) }}
{{- end }}
{{- end }}
