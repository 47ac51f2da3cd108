{{- define "gatehouse.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "gatehouse.labels" -}}
app.kubernetes.io/name: gatehouse
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Labels by which the pods of one service are selected: (dict "root" . "component" "gateway"). */}}
{{- define "gatehouse.selector" -}}
app.kubernetes.io/name: gatehouse
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/*
What differs between the services. Readiness of the gateway and the backend is /healthz, not /ready: /ready fails while Postgres
fails over, and then all pods would be taken out together, and callers would get the balancer's error instead of ours.
*/}}
{{- define "gatehouse.services" -}}
gateway:
  component: gateway
  port: 8080
  startup: /ready
  ready: /healthz
  live: /health
  secrets: [DATABASE_URL, REDIS_URL, KEY_PEPPERS]
  optionalSecrets: [RECEIPT_KEYS, OTEL_EXPORTER_OTLP_HEADERS]
backend:
  component: backend
  port: 8081
  startup: /ready
  ready: /healthz
  live: /health
  secrets: [DATABASE_URL, REDIS_URL, JWT_SECRETS, KEY_PEPPERS, PAYMENT_API_KEY, PAYMENT_WEBHOOK_SECRETS]
  optionalSecrets: [RECEIPT_KEYS, MAIL_SECRETS, EVENT_SECRETS, FACTOR_SECRETS, SSO_SECRETS, OBJECT_STORE_URL, OTEL_EXPORTER_OTLP_HEADERS]
aiService:
  component: ai-service
  port: 8082
  startup: /health/ready
  ready: /health/ready
  live: /health/live
  secrets: [DATABASE_URL, REDIS_URL, INTERNAL_CALLERS]
  optionalSecrets: [SMTP_URL, MAIL_SECRETS, EVENT_SECRETS, OBJECT_STORE_URL, PAYMENT_API_KEY, RECONCILIATION_DATABASE_URL, OTEL_EXPORTER_OTLP_HEADERS]
{{- end }}

{{/* Numbers of a values file are floats, which toString writes as 4.02653184e+08 where they are large. */}}
{{- define "gatehouse.text" -}}
{{- if kindIs "float64" . -}}
{{- if eq (floor .) . }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- else -}}
{{ toString . }}
{{- end -}}
{{- end }}

{{- define "gatehouse.secretEnv" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .name }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{- define "gatehouse.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "gatehouse.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Mounted as a directory: a file mounted with subPath is not updated when the Secret is. */}}
{{- define "gatehouse.objectStoreMount" -}}
{{- if .Values.objectStore.credentialsSecret }}
- { name: object-store, mountPath: /var/run/gatehouse/object-store, readOnly: true }
{{- end }}
{{- end }}

{{- define "gatehouse.objectStoreVolume" -}}
{{- with .Values.objectStore.credentialsSecret }}
- name: object-store
  secret: { secretName: {{ . }} }
{{- end }}
{{- end }}

{{/* The pod of a command that runs once: (dict "root" . "component" "migrate" "commands" (list …) "secrets" (list …)).
With "archives" true, it has the object store's credentials, a temporary directory and more memory. */}}
{{- define "gatehouse.commandPod" -}}
metadata:
  labels:
    {{- include "gatehouse.selector" . | nindent 4 }}
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  securityContext:
    {{- include "gatehouse.podSecurity" .root | nindent 4 }}
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    {{- range .commands }}
    - name: {{ .name }}
      image: {{ include "gatehouse.image" $.root }}
      imagePullPolicy: {{ $.root.Values.image.pullPolicy }}
      command: {{ toJson .command }}
      securityContext:
        {{- include "gatehouse.containerSecurity" $.root | nindent 8 }}
      resources:
        requests: { cpu: 100m, memory: 256Mi }
        # DuckDB may use 1 GB.
        limits: { memory: {{ if $.archives }}2Gi{{ else }}1Gi{{ end }} }
      {{- if $.secrets }}
      env:
        {{- range $.secrets }}
        {{- include "gatehouse.secretEnv" (dict "name" . "secret" $.root.Values.secret.name "optional" (ne . "DATABASE_URL")) | nindent 8 }}
        {{- end }}
      {{- end }}
      {{- if $.archives }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- include "gatehouse.objectStoreMount" $.root | nindent 8 }}
      {{- end }}
    {{- end }}
  {{- if .archives }}
  volumes:
    # The files of one object at a time.
    - name: tmp
      emptyDir: { sizeLimit: 4Gi }
    {{- include "gatehouse.objectStoreVolume" .root | nindent 4 }}
  {{- end }}
{{- end }}
