import type { Complaint } from '#contract/complaints/complaints.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';

type Side = 'buyer' | 'seller';
type PaidCase = Pick<Complaint, 'state' | 'due' | 'refundCents' | 'paidCents' | 'decisions'>;

/** R04: whether the seller's silence has paid the buyer, so that an appeal changes nothing of the refund (decision 72). */
export function paidBySilence({ decisions, paidCents }: Pick<Complaint, 'decisions' | 'paidCents'>): boolean {
  const [first] = decisions;
  return (
    first !== undefined && first.byDeadline && first.result === 'full' && paidCents === first.refundCents
  );
}

/**
 * What happens next in such a case, and otherwise.
 * @param reader the side that reads it; nobody of them where the team does
 */
export function paidSentence(found: PaidCase, reader?: Side): { sentence: string; otherwise: string } {
  const { state, due, refundCents, decisions } = found;
  const back = formatCents(refundCents);
  const until = due ? formatDateTime(due.at) : '';
  const fundPays = 'Se o recurso for aceito, o fundo de garantia paga a sua parte.';
  if (state === 'decided')
    return {
      buyer: {
        sentence: `Quem vendeu não respondeu no prazo. ${back} já estão voltando para você.`,
        otherwise: `Quem vendeu ainda pode recorrer até ${until}, sem que você espere por isso.`,
      },
      seller: {
        sentence: `O prazo passou sem a sua resposta e ${back} voltaram a quem comprou. Você pode recorrer até ${until}.`,
        otherwise: fundPays,
      },
      team: { sentence: `${back} já voltaram a quem comprou. Recurso até ${until}.`, otherwise: '' },
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
  return { sentence: last ? paidLine(last, reader) : `${back} voltaram a quem comprou.`, otherwise: '' };
}

/** What the decision of such an appeal means in money. */
export function paidLine(
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
  const pays = `O fundo de garantia paga ${formatCents(compensationCents ?? 0)} ${reader === 'seller' ? 'a você' : 'a quem vendeu'}.`;
  return buyerDebtCents ? `${pays} Quem comprou deve ${formatCents(buyerDebtCents)}.` : pays;
}
