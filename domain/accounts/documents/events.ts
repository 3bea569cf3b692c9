/** What happens to the document of a person (§4.14, ADR 0079), with the label of the audit log. */
export const documentEvents = {
  'account.document_proven': 'Documento confirmado pelo banco',
  'account.document_lost': 'Documento retirado: o dono o confirmou em outra conta',
  'account.document_contested': 'Documento confirmado por duas contas',
  'account.documents_sent': 'Documentos enviados',
  'account.documents_opened': 'Documentos abertos pela equipe',
  'account.documents_first_approved': 'Primeira aprovação de documentos',
  'account.documents_approved': 'Documentos aprovados',
  'account.documents_refused': 'Documentos recusados',
  'account.documents_claimed': 'Documento em uso em outra conta pedido de volta',
  'account.documents_expired': 'Documentos vencidos',
  'account.documents_revoked': 'Aprovação de documentos retirada',
} as const;
