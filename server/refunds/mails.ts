import { durationText } from '#domain/text/durations.ts';
import type { RegretHandling } from '#domain/refunds/refunds.ts';
import { formatMoment } from '#server/formats.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';

/** Confirms a regret (CDC art. 49): the buyer's proof that it was requested in time. */
export function regretMail(
  { to, username }: { to: string; username: string },
  about: { url: string; title: string; protocol: string; way: RegretHandling; decisionBy: Date | null },
): LetterParts {
  const { url, title, protocol, way, decisionBy } = about;
  const explanation = decisionBy
    ? `${reasonOf(way)}, a equipe confere o caso e responde até ${formatMoment(decisionBy)}.`
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

/** Why staff decide: the item was delivered or seen, or the buyer regretted often after seeing items (§4.8). */
function reasonOf(way: RegretHandling): string {
  if (way !== 'often') return 'Como o item já tinha sido entregue ou visto';
  const { regretsAfterReveal, regretWindowMs } = rulesInForce.refunds;
  return `Como houve mais de ${regretsAfterReveal} desistências suas depois de ver o item em ${durationText(regretWindowMs)}`;
}
