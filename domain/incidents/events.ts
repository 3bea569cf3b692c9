/** What happens to declared outages of ours (N14), with the label of the audit log. */
export const incidentEvents = {
  'incident.declared': 'Falha nossa registrada',
  'incident.ended': 'Falha nossa encerrada',
  'incident.applied': 'Prazos adiados por uma falha nossa',
} as const;
