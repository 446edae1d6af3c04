{{/* Scheduling of a pod. Takes a service's values, or the defaults. */}}
{{- define "headwater.placement" -}}
{{- range $field := list "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with index $ $field }}
{{ $field }}: {{ toJson . }}
{{- end }}
{{- end }}
{{- end }}

{{/* The pod of any service. Takes root, name, values and ports (name: number). */}}
{{- define "headwater.pod" -}}
{{- $root := .root -}}
{{- $v := .values -}}
{{- $tls := ne $root.Values.rpc.tls.mode "none" -}}
{{- $wait := dict "requests" (dict "cpu" "10m" "memory" "96Mi" "ephemeral-storage" "128Mi") "limits" (dict "memory" "256Mi" "ephemeral-storage" "1Gi") -}}
metadata:
  labels:
    {{- include "headwater.labels" (dict "root" $root "component" .name) | nindent 4 }}
    {{- with $v.podLabels }}{{ toYaml . | nindent 4 }}{{- end }}
  annotations:
    checksum/config: {{ include "headwater.config" $root | sha256sum }}
    {{- with $v.podAnnotations }}{{ toYaml . | nindent 4 }}{{- end }}
spec:
  serviceAccountName: {{ include "headwater.serviceAccount" $root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $v.terminationGracePeriodSeconds }}
  securityContext:
    {{- include "headwater.podSecurity" 10001 | nindent 4 }}
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets: {{ toJson . }}
  {{- end }}
  {{- with include "headwater.placement" $v | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- if $v.topologySpread.enabled }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: {{ $v.topologySpread.whenUnsatisfiable }}
      {{- /* Otherwise an update would count the old pods and leave the new ones unevenly spread. Pods of the collector are replaced in place. */}}
      {{- if ne $.name "collector" }}
      matchLabelKeys: [pod-template-hash]
      {{- end }}
      labelSelector:
        matchLabels:
          {{- include "headwater.selector" (dict "root" $root "component" $.name) | nindent 10 }}
    {{- end }}
  {{- end }}
  initContainers:
    # Read-only. Waits until the migration job has updated the schema to this release.
    - name: wait-for-schema
      image: {{ include "headwater.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: {{ toJson (prepend (list (ternary .name "events" (has .name (list "gateway" "sites" "identity")))) "wait-for-schema") }}
      env:
        {{- include "headwater.nodeOptions" (dict "root" $root "resources" $wait) | nindent 8 }}
        {{- if has .name (list "gateway" "sites" "identity") }}
        {{- include "headwater.postgresEnv" (dict "root" $root "user" .name) | nindent 8 }}
        {{- else }}
        {{- include "headwater.clickhouseEnv" (dict "root" $root "user" .name) | nindent 8 }}
        {{- end }}
        {{- with include "headwater.caEnv" $root | trim }}{{ . | nindent 8 }}{{- end }}
      securityContext:
        {{- include "headwater.containerSecurity" . | nindent 8 }}
      resources: {{ toJson $wait }}
      {{- with include "headwater.caMount" $root | trim }}
      volumeMounts:
        {{- . | nindent 8 }}
      {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ include "headwater.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [{{ .name }}]
      envFrom:
        - configMapRef: { name: {{ include "headwater.fullname" $root }} }
      env:
        {{- include "headwater.nodeOptions" (dict "root" $root "resources" $v.resources) | nindent 8 }}
        {{- include "headwater.serviceEnv" (dict "root" $root "name" .name) | trim | nindent 8 }}
        {{- with include "headwater.caEnv" $root | trim }}{{ . | nindent 8 }}{{- end }}
        {{- with $v.extraEnv }}{{ toYaml . | nindent 8 }}{{- end }}
      ports:
        {{- range $port, $number := .ports }}
        - { name: {{ $port }}, containerPort: {{ $number }}, protocol: TCP }
        {{- end }}
        - { name: metrics, containerPort: {{ $root.Values.metrics.port }}, protocol: TCP }
      {{- /* Probes never query a database: its outage must not restart every pod or remove every pod from its Service. */}}
      {{- $probe := "" }}
      {{- if hasKey .ports "http" }}{{ $probe = "httpGet: { path: /healthz, port: http }" }}
      {{- else if $tls }}{{ $probe = "httpGet: { path: /healthz, port: metrics }" }}
      {{- else }}{{ $probe = printf "grpc: { port: %v }" .ports.grpc }}{{ end }}
      startupProbe:
        {{ $probe }}
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 60
      readinessProbe:
        {{ $probe }}
        periodSeconds: 5
        timeoutSeconds: 2
      livenessProbe:
        {{ $probe }}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      lifecycle:
        preStop: { sleep: { seconds: {{ $v.preStopSeconds }} } }
      securityContext:
        {{- include "headwater.containerSecurity" . | nindent 8 }}
      resources: {{ toJson $v.resources }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- with include "headwater.caMount" $root | trim }}{{ . | nindent 8 }}{{- end }}
        {{- if $tls }}
        - { name: tls, mountPath: /etc/headwater/tls, readOnly: true }
        {{- end }}
        {{- if eq .name "collector" }}
        - { name: log, mountPath: /var/lib/headwater/collector-log, subPath: log }
        {{- if $v.cityDatabase.volume }}
        - { name: city-database, mountPath: /var/lib/headwater/city-database, readOnly: true }
        {{- end }}
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
    {{- with include "headwater.caVolume" $root | trim }}{{ . | nindent 4 }}{{- end }}
    {{- if $tls }}
    - { name: tls, secret: { secretName: {{ include "headwater.tlsSecret" $root }}, defaultMode: 288 } }
    {{- end }}
    {{- if and (eq .name "collector") $v.cityDatabase.volume }}
    - {{ merge (dict "name" "city-database") $v.cityDatabase.volume | toJson }}
    {{- end }}
{{- end }}

{{/* The pod of a job. Takes root, name, args, env, resources, tls, serviceAccount, and claim: a volume, mounted at mount (subPath optional). */}}
{{- define "headwater.jobPod" -}}
{{- $root := .root -}}
{{- $tls := and .tls (ne $root.Values.rpc.tls.mode "none") -}}
metadata:
  labels:
    {{- include "headwater.labels" (dict "root" $root "component" .name) | nindent 4 }}
spec:
  restartPolicy: Never
  serviceAccountName: {{ .serviceAccount | default (include "headwater.serviceAccount" $root) }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext:
    {{- include "headwater.podSecurity" 10001 | nindent 4 }}
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets: {{ toJson . }}
  {{- end }}
  {{- with include "headwater.placement" $root.Values.defaults | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ include "headwater.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: {{ toJson .args }}
      env:
        {{- include "headwater.nodeOptions" (dict "root" $root "resources" .resources) | nindent 8 }}
        {{- .env | trim | nindent 8 }}
        {{- with include "headwater.caEnv" $root | trim }}{{ . | nindent 8 }}{{- end }}
      securityContext:
        {{- include "headwater.containerSecurity" . | nindent 8 }}
      resources: {{ toJson .resources }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- with include "headwater.caMount" $root | trim }}{{ . | nindent 8 }}{{- end }}
        {{- if $tls }}
        - { name: tls, mountPath: /etc/headwater/tls, readOnly: true }
        {{- end }}
        {{- if .claim }}
        - { name: claim, mountPath: {{ .mount }}{{ with .subPath }}, subPath: {{ . }}{{ end }} }
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
    {{- with .claim }}
    - { name: claim, persistentVolumeClaim: { claimName: {{ . | quote }} } }
    {{- end }}
    {{- with include "headwater.caVolume" $root | trim }}{{ . | nindent 4 }}{{- end }}
    {{- if $tls }}
    - { name: tls, secret: { secretName: {{ include "headwater.tlsSecret" $root }}, defaultMode: 288 } }
    {{- end }}
{{- end }}
