import type {
  DocumentKind,
  DocumentPart,
  DocumentRefusal,
  DocumentState,
} from '#domain/accounts/documents/checks.ts';

export const kindLabels: Record<DocumentKind, string> = {
  rg: 'RG ou carteira de identidade',
  cnh: 'Carteira de motorista (CNH)',
  passport: 'Passaporte',
  crnm: 'Registro de estrangeiro (CRNM)',
  company: 'Contrato social ou certificado de MEI',
};

export const partLabels: Record<DocumentPart, string> = {
  front: 'Frente do documento',
  back: 'Verso do documento',
  selfie: 'Selfie segurando o documento',
};

export const documentStateLabels: Record<
  DocumentState,
  { label: string; tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger' }
> = {
  sent: { label: 'Enviado', tone: 'info' },
  in_review: { label: 'Em análise', tone: 'info' },
  claimed: { label: 'Pedido em análise', tone: 'info' },
  approved: { label: 'Aprovado', tone: 'success' },
  refused: { label: 'Não aceito', tone: 'danger' },
  expired: { label: 'Vencido', tone: 'warning' },
  revoked: { label: 'Aprovação retirada', tone: 'danger' },
  replaced: { label: 'Trocado por outro', tone: 'neutral' },
};

/** What each reason means and what to do; nothing in them is about another person. */
export const refusalTexts: Record<DocumentRefusal, string> = {
  unreadable: 'Não deu para ler. Tire outra foto, com luz e sem reflexo, mostrando o documento inteiro.',
  expired: 'O documento já venceu. Envie um que ainda vale.',
  other_person: 'O documento não é da pessoa desta conta. Envie um documento seu, com os dados como nele.',
  incomplete: 'Falta uma parte. Envie a frente, o verso e a selfie que pedimos.',
  altered: 'A imagem parece editada. Envie fotos tiradas do documento, sem filtro nem edição.',
  in_use: 'O documento é seu, e já confirma outra conta. Se você não a usa, peça de volta: a equipe decide.',
};
