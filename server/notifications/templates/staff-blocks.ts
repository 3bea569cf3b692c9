import { formatMoment } from '#server/formats.ts';
import { notice } from '#server/notifications/notice.ts';
import type { Facts, Templates } from '#server/notifications/notice.ts';

/** Notices for a seller whose sale's money an admin blocked (N02): why, until when, and that the rest is free. */
export const staffBlockTemplates = {
  'settlement.blocked': (facts) => [
    notice(
      'seller',
      'Valor de uma venda bloqueado',
      `O valor de «${facts.title}» fica bloqueado até ${until(facts)}: ${reason(facts)} O resto do seu saldo continua livre.`,
      'hourglass',
      heldUrl,
    ),
  ],
  'settlement.block_renewed': (facts) => [
    notice(
      'seller',
      'Bloqueio renovado',
      `Outra pessoa da equipe renovou o bloqueio de «${facts.title}»: ${reason(facts)} Ele acaba de vez em ${until(facts)}.`,
      'hourglass',
      heldUrl,
    ),
  ],
  'settlement.block_ended': (facts) => [
    notice(
      'seller',
      'Bloqueio encerrado',
      facts.data.goesOn === false
        ? `O bloqueio de «${facts.title}» acabou. O valor continua parado por outro motivo.`
        : `O bloqueio de «${facts.title}» acabou e o valor voltou a ser seu.`,
      'lock-open',
      heldUrl,
    ),
  ],
} satisfies Partial<Templates>;

const heldUrl = '/conta/carteira#retido';
const until = ({ data }: Facts) => formatMoment(new Date(String(data.until)));

/** The reason as a sentence. */
function reason({ data }: Facts): string {
  const text = String(data.reason);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
