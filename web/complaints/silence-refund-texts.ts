import type { Complaint } from '#contract/complaints/complaints.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';

type Side = 'buyer' | 'seller';
type SilenceRefundCase = Pick<Complaint, 'state' | 'due' | 'refundCents' | 'paidCents' | 'decisions'>;

/**
 * R04: whether the seller's silence already refunded the buyer, so that an appeal can't change the refund (decision
 * 72).
 */
export function refundedBySilence({
  decisions,
  paidCents,
}: Pick<Complaint, 'decisions' | 'paidCents'>): boolean {
  const [first] = decisions;
  return (
    first !== undefined && first.byDeadline && first.result === 'full' && paidCents === first.refundCents
  );
}

/**
 * The next step of such a case, and what happens otherwise.
 * @param reader the side that reads it; undefined for staff
 */
export function silenceRefundStep(
  found: SilenceRefundCase,
  reader?: Side,
): { sentence: string; otherwise: string } {
  const { state, due, refundCents, decisions } = found;
  const refund = formatCents(refundCents);
  const until = due ? formatDateTime(due.at) : '';
  const fundPays = 'Se o recurso for aceito, o fundo de garantia paga a sua parte.';
  if (state === 'decided')
    return {
      buyer: {
        sentence: `Quem vendeu não respondeu no prazo. ${refund} já estão voltando para você.`,
        otherwise: `Quem vendeu ainda pode recorrer até ${until}, sem que você espere por isso.`,
      },
      seller: {
        sentence: `O prazo passou sem a sua resposta e ${refund} voltaram a quem comprou. Você pode recorrer até ${until}.`,
        otherwise: fundPays,
      },
      team: { sentence: `${refund} já voltaram a quem comprou. Recurso até ${until}.`, otherwise: '' },
    }[reader ?? 'team'];
  if (state === 'appealed')
    return {
      sentence: `Outra pessoa da equipe ${brandName} está julgando o recurso.`,
      otherwise:
        reader === 'seller'
          ? fundPays
          : 'O valor já voltou a quem comprou. Só uma decisão que aponte abuso pode cobrá-lo de volta.',
    };
  const last = decisions.find(({ instance }) => instance === 'appeal');
  return {
    sentence: last ? silenceRefundOutcome(last, reader) : `${refund} voltaram a quem comprou.`,
    otherwise: '',
  };
}

/** What the decision of such an appeal means in money. */
export function silenceRefundOutcome(
  {
    result,
    compensationCents,
    buyerDebtCents,
  }: Pick<Complaint['decisions'][number], 'result' | 'compensationCents' | 'buyerDebtCents'>,
  reader?: Side,
): string {
  if (result === 'full') return 'Nada muda: o valor que voltou continua com quem comprou.';
  if (reader === 'buyer')
    return buyerDebtCents
      ? `Houve abuso: você deve ${formatCents(buyerDebtCents)}, que descontamos do seu saldo.`
      : 'O fundo de garantia paga quem vendeu. O valor que voltou continua seu.';
  const payment = `O fundo de garantia paga ${formatCents(compensationCents ?? 0)} ${reader === 'seller' ? 'a você' : 'a quem vendeu'}.`;
  return buyerDebtCents ? `${payment} Quem comprou deve ${formatCents(buyerDebtCents)}.` : payment;
}
