import { durationText } from '#domain/text/durations.ts';
import type { RegretHandling } from '#domain/refunds/refunds.ts';
import { formatMoment } from '#server/formats.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

/** What follows a regret. */
export interface RegretAnswer {
  protocol: string;
  way: RegretHandling;
  /** By when staff decide. */
  decisionBy: Date | null;
  /** By when the thing is posted or handed back (S11). */
  returnBy: Date | null;
}

/** Confirms a regret (CDC art. 49): the buyer's proof that it was requested in time. */
export function regretMail(
  { to, username }: { to: string; username: string },
  about: { url: string; title: string } & RegretAnswer,
): LetterParts {
  const { url, title, protocol } = about;
  const explanation = explain(about);
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

function explain({ way, decisionBy, returnBy }: RegretAnswer): string {
  if (returnBy)
    return `Devolva o que recebeu até ${formatMoment(returnBy)}: o pedido diz como. O frete de volta não é seu, e o reembolso inclui o frete da compra.`;
  return decisionBy
    ? `${reasonOf(way)}, a equipe confere o caso e responde até ${formatMoment(decisionBy)}.`
    : 'O reembolso foi aprovado na hora e já está a caminho.';
}

/** Why staff decide: the item was delivered or seen, or the buyer regretted often after seeing items (§4.8). */
function reasonOf(way: RegretHandling): string {
  if (way !== 'often') return 'Como o item já tinha sido entregue ou visto';
  const { regretsAfterReveal, regretWindowMs } = rulesInForce.refunds;
  return `Como houve mais de ${regretsAfterReveal} desistências suas depois de ver o item em ${durationText(regretWindowMs)}`;
}
