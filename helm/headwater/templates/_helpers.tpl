{{/* Names, labels and the image. */}}
{{- define "headwater.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{/* Short enough that the longest suffix stays within 63 characters. */}}
{{- define "headwater.fullname" -}}
{{- $name := include "headwater.name" . -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- $full = default $full .Values.fullnameOverride | trimSuffix "-" -}}
{{- /* Longer names are cut. A hash keeps names with the same beginning distinct. */}}
{{- if le (len $full) 40 }}{{ $full }}{{ else }}{{ trunc 31 $full | trimSuffix "-" }}-{{ sha256sum $full | trunc 8 }}{{ end -}}
{{- end }}

{{/* Labels for selectors. They must never change in an upgrade. Takes root and component. */}}
{{- define "headwater.selector" -}}
app.kubernetes.io/name: {{ include "headwater.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* A version as label value and image tag. Neither may contain the plus sign of build metadata. */}}
{{- define "headwater.label" -}}{{ . | replace "+" "_" | trunc 63 | trimAll "-_." }}{{- end }}

{{- define "headwater.labels" -}}
{{ include "headwater.selector" . }}
app.kubernetes.io/version: {{ include "headwater.label" .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ include "headwater.label" (printf "%s-%s" .root.Chart.Name .root.Chart.Version) }}
{{- end }}

{{/* Labels of objects for operators. Operators may copy labels to their pods, which must not match the selectors of this release. */}}
{{- define "headwater.operatorLabels" -}}
app.kubernetes.io/part-of: {{ include "headwater.fullname" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ include "headwater.label" (printf "%s-%s" .Chart.Name .Chart.Version) }}
{{- end }}

{{- define "headwater.image" -}}
{{- $image := .Values.image -}}
{{- with $image.registry }}{{ trimSuffix "/" . }}/{{ end }}{{ $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ default (include "headwater.label" .Chart.AppVersion) $image.tag }}{{ end -}}
{{- end }}

{{- define "headwater.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ default (include "headwater.fullname" .) .Values.serviceAccount.name }}
{{- else }}{{ default "default" .Values.serviceAccount.name }}{{ end -}}
{{- end }}

{{/* Name of the Secret that a trial creates. */}}
{{- define "headwater.trialSecret" -}}{{ include "headwater.fullname" . }}-trial{{- end }}

{{/* Name of the Secret with the passwords of the database roles that a trial creates. */}}
{{- define "headwater.trialRolesSecret" -}}{{ include "headwater.fullname" . }}-trial-roles{{- end }}

{{/* Name of the user's Secret or of the trial's. Takes root, given, and field for the error message. */}}
{{- define "headwater.secret" -}}
{{- if .given }}{{ .given }}
{{- else if .root.Values.trial.generateSecrets }}{{ include "headwater.trialSecret" .root }}
{{- else }}{{ include "headwater.validate" .root }}{{ fail (printf "%s is not set: name a Secret, or set trial.generateSecrets for a trial" .field) }}{{ end -}}
{{- end }}

{{/* The values of one service: the defaults, overridden by the service's block. Takes root and name. */}}
{{- define "headwater.values" -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values .name)) | toYaml -}}
{{- end }}

{{/* Replicas of a workload. Takes root, name, kind and values. With autoscaling, `helm upgrade` keeps the present number: without one, Kubernetes
would scale a release that enables autoscaling to one pod. Otherwise the autoscaler sets the number. */}}
{{- define "headwater.replicas" -}}
{{- if not .values.autoscaling.enabled }}
replicas: {{ .values.replicas }}
{{- else }}
{{- with lookup "apps/v1" .kind .root.Release.Namespace (printf "%s-%s" (include "headwater.fullname" .root) .name) }}
replicas: {{ .spec.replicas }}
{{- end }}
{{- end }}
{{- end }}

{{/* NODE_OPTIONS: the heap gets 70 % of the memory limit; the rest is for buffers, code and threads. Takes root and resources. */}}
{{- define "headwater.nodeOptions" -}}
{{- $limit := dig "limits" "memory" "" .resources | toString -}}
{{- $unit := regexFind "[A-Za-z]*$" $limit -}}
{{- $mib := mulf (trimSuffix $unit $limit | float64) (index (dict "" 0.00000095367 "k" 0.00095367 "Ki" 0.0009765625 "M" 0.95367 "Mi" 1 "G" 953.67 "Gi" 1024 "T" 953670 "Ti" 1048576) $unit) -}}
{{- $heap := ternary (printf "--max-old-space-size=%d" (mulf $mib 0.7 | floor | int)) "" (ne $limit "") -}}
- { name: NODE_OPTIONS, value: {{ list $heap (get .root.Values.config "NODE_OPTIONS") | compact | join " " | quote }} }
{{- end }}

{{- define "headwater.tlsSecret" -}}
{{- if eq .Values.rpc.tls.mode "secret" }}{{ .Values.rpc.tls.existingSecret }}{{ else }}{{ include "headwater.fullname" . }}-rpc-tls{{ end -}}
{{- end }}

{{/* Restricted Pod Security, for every pod. */}}
{{- define "headwater.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "headwater.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
