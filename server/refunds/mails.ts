import type { LetterParts } from '#server/letters.ts';

const instant = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** A regret was received (CDC art. 49): the buyer's proof that it was asked for in time. */
export function regretMail(
  { to, username }: { to: string; username: string },
  about: { url: string; title: string; protocol: string; decisionBy: Date | null },
): LetterParts {
  const { url, title, protocol, decisionBy } = about;
  const explanation = decisionBy
    ? `Como o item já tinha sido entregue ou visto, a equipe confere o caso e responde até ${instant.format(decisionBy)}.`
    : 'O reembolso foi aprovado na hora e já está a caminho.';
  return {
    name: 'desistencia',
    values: { nome: username, titulo: title, protocolo: protocol, explicacao: explanation },
    to,
    subject: `Recebemos sua desistência: protocolo ${protocol}`,
    heading: 'Recebemos sua desistência da compra',
    paragraphs: [
      `Olá, ${username}! O protocolo da desistência de «${title}» é ${protocol}. Guarde este número.`,
      explanation,
    ],
    button: { label: 'Acompanhar o pedido', url },
  };
}
