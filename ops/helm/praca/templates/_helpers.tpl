{{- define "praca.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag }}{{ end }}
{{- end }}

{{- define "praca.labels" -}}
app.kubernetes.io/name: praca
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What web and worker have in common. Migrations run in each start, under a lock in PostgreSQL: no job is needed. */}}
{{- define "praca.pod" -}}
automountServiceAccountToken: false
terminationGracePeriodSeconds: 30
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: { medium: Memory, sizeLimit: 64Mi }
  - name: data
    emptyDir: { sizeLimit: 64Mi }
{{- end }}

{{- define "praca.container" -}}
image: {{ include "praca.image" . | quote }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /data }
envFrom:
  - secretRef: { name: {{ .Values.secretName | quote }} }
{{- end }}

{{- define "praca.env" -}}
- { name: PUBLIC_URL, value: {{ printf "https://%s" .Values.host | quote }} }
- { name: METRICS_PORT, value: '9464' }
- { name: METRICS_HOST, value: 0.0.0.0 }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
