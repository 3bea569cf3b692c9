import type { StaffComplaint } from '#contract/complaints/staff-complaints.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { resultLabels } from '#web/complaints/complaint-texts.ts';
import { formatCents } from '#web/ui/data/formats.ts';
import { DecisionFacts } from '../queue/decision-facts.tsx';
import { moneyOf } from './money-preview.tsx';
import type { Verdict } from './money-preview.tsx';

interface DecisionConfirmationProps {
  found: StaffComplaint;
  verdict: Verdict;
  appeal: boolean;
  open: boolean;
  pending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** R07, R09: repeats how much goes to whom before a case or its appeal is decided. */
export function DecisionConfirmation({
  found,
  verdict,
  appeal,
  open,
  pending,
  onClose,
  onConfirm,
}: DecisionConfirmationProps) {
  const { rows, shares } = moneyOf(found, verdict);
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={questionOf(found, verdict, shares)}
      description={
        appeal
          ? `É a última decisão deste caso: ${verdict.result === 'return' ? 'a devolução começa' : 'o dinheiro segue'} agora e não dá para desfazer.`
          : 'Os dois lados leem os fundamentos. Quem perdeu pode recorrer antes de o dinheiro em disputa seguir.'
      }
      tone="primary"
      cancelLabel={appeal ? 'Manter em recurso' : 'Manter em mediação'}
      confirmLabel="Confirmar decisão"
      loading={pending}
      onConfirm={onConfirm}
    >
      <DecisionFacts
        facts={[
          ['Resultado', resultLabels[verdict.result]],
          ...rows.map(([label, cents]): [string, string] => [label, formatCents(cents)]),
        ]}
      />
    </AlertDialog>
  );
}

/** «Devolver R$ 60,00 a @ana e pagar R$ 54,00 a @bia?» */
function questionOf(
  { buyer, seller }: StaffComplaint,
  { result, paid }: Verdict,
  { buyerCents, sellerCents }: ReturnType<typeof moneyOf>['shares'],
): string {
  if (result === 'return')
    return `Devolver ${formatCents(buyerCents)} a @${buyer} depois que o produto voltar a @${seller}?`;
  if (result === 'replacement') return `Mandar @${seller} entregar outra unidade a @${buyer}?`;
  const toSeller = sellerCents > 0 ? `pagar ${formatCents(sellerCents)} a @${seller}` : '';
  const toBuyer = buyerCents > 0 && !paid ? `devolver ${formatCents(buyerCents)} a @${buyer}` : '';
  const moved = [toBuyer, toSeller].filter(Boolean).join(' e ');
  return moved === '' ? 'Manter o que já foi devolvido?' : `${moved[0]!.toUpperCase()}${moved.slice(1)}?`;
}
