import { brandName } from '#web/ui/theme/brand.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Complaint, ComplaintAction } from '#contract/complaints/complaints.ts';
import {
  acceptDecision,
  confirmPromise,
  escalateComplaint,
  withdrawComplaint,
} from '#contract/complaints/complaints.ts';
import type { Endpoint, ParamsInput } from '#contract/endpoint.ts';
import { useEndpointAction } from '#web/orders/use-order-action.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { focusButton } from '#web/ui/overlays/overlay.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { AppealForm } from './appeal-form.tsx';
import { FulfilForm } from './fulfil-form.tsx';
import { mayDo } from './may-do.ts';
import { refundedBySilence } from './silence-refund-texts.ts';

/** All actions except answering and proposing: confirm a promise, escalate, accept, appeal, withdraw. */
export function CaseActions({ complaint }: { complaint: Complaint }) {
  const [appealing, setAppealing] = useState<'open' | 'closed' | null>(null);
  const escalate = complaint.actions.find(({ event }) => event === 'escalate');
  return (
    <>
      {mayDo(complaint, 'fulfil') && <FulfilForm complaint={complaint} />}
      {appealing === 'open' && <AppealForm complaint={complaint} onClose={() => setAppealing('closed')} />}
      <div className="flex flex-col gap-2 empty:hidden print:hidden">
        <div className="flex flex-wrap gap-3 empty:hidden">
          {mayDo(complaint, 'confirm_promise') && <ConfirmPromise complaint={complaint} />}
          {mayDo(complaint, 'concede') && <AcceptDecision complaint={complaint} />}
          {mayDo(complaint, 'waive') && <Waive complaint={complaint} />}
          {mayDo(complaint, 'appeal') && appealing !== 'open' && (
            <Button
              ref={appealing === 'closed' ? focusButton : undefined}
              variant="secondary"
              onClick={() => setAppealing('open')}
            >
              Recorrer da decisão
            </Button>
          )}
          {escalate && <Escalate complaint={complaint} action={escalate} />}
          {mayDo(complaint, 'withdraw') && <Withdraw complaint={complaint} />}
        </div>
        {escalate?.because && <p className="text-sm text-ink-2">{escalate.because}</p>}
      </div>
    </>
  );
}

function ConfirmPromise({ complaint: { id, seller } }: { complaint: Complaint }) {
  return (
    <ConfirmedAction
      endpoint={confirmPromise}
      id={id}
      trigger={<Button>Está resolvido</Button>}
      tone="primary"
      title="Encerrar como resolvido?"
      description={`Você confirma que @${seller} cumpriu o combinado. O valor segue para @${seller} e não dá para desfazer.`}
      cancelLabel="Ainda não"
      confirmLabel="Encerrar como resolvido"
      done={['Reclamação encerrada', 'O combinado foi cumprido.']}
    />
  );
}

function AcceptDecision({ complaint }: { complaint: Complaint }) {
  const { id, refundCents, viewerIs } = complaint;
  const refundText = refundedBySilence(complaint)
    ? `${formatCents(refundCents)} já voltaram a quem comprou. O caso se encerra e você não recorre mais.`
    : `${formatCents(refundCents)} voltam a quem comprou na hora, e você não recorre mais.`;
  return (
    <ConfirmedAction
      endpoint={acceptDecision}
      id={id}
      trigger={<Button>Aceitar decisão</Button>}
      tone="primary"
      title="Aceitar a decisão agora?"
      description={
        viewerIs === 'seller' ? refundText : 'O valor fica com quem vendeu, e você não recorre mais.'
      }
      cancelLabel="Decidir depois"
      confirmLabel="Aceitar decisão"
      done={['Decisão aceita', 'O caso está encerrado.']}
    />
  );
}

/** For one of two losing sides: the other may still appeal, or has appealed. */
function Waive({ complaint: { id, state, refundCents, viewerIs } }: { complaint: Complaint }) {
  const refundNow =
    state === 'appealed' && viewerIs === 'seller' && refundCents > 0
      ? `${formatCents(refundCents)} voltam a quem comprou na hora`
      : 'A decisão vale se o outro lado não mudar nada com um recurso';
  return (
    <ConfirmedAction
      endpoint={acceptDecision}
      id={id}
      trigger={<Button variant="secondary">Aceitar decisão</Button>}
      tone="primary"
      title="Aceitar a decisão agora?"
      description={`${refundNow}, e você não recorre mais.`}
      cancelLabel="Decidir depois"
      confirmLabel="Aceitar decisão"
      done={['Decisão aceita', 'Você não recorre mais.']}
    />
  );
}

function Escalate({ complaint: { id }, action }: { complaint: Complaint; action: ComplaintAction }) {
  return (
    <ConfirmedAction
      endpoint={escalateComplaint}
      id={id}
      trigger={
        <Button variant="secondary" disabledReason={action.because ?? undefined}>
          Chamar a equipe
        </Button>
      }
      blocked={!action.allowed}
      tone="primary"
      title={`Chamar a equipe ${brandName}?`}
      description="A negociação termina e a equipe decide com o que os dois enviaram."
      cancelLabel="Continuar negociando"
      confirmLabel="Chamar a equipe"
      done={['A equipe foi chamada', 'Avisamos quando houver novidade.']}
    />
  );
}

function Withdraw({ complaint: { id, seller, state, refundCents, paidCents } }: { complaint: Complaint }) {
  const consequence = state === 'decided' || state === 'appealed' ? refundCents - paidCents : 0;
  const refunded =
    consequence > 0 ? ` Você abre mão de ${formatCents(consequence)} que a decisão devolve a você.` : '';
  return (
    <ConfirmedAction
      endpoint={withdrawComplaint}
      id={id}
      trigger={
        <Button variant="quiet" className="-ml-4">
          Desistir da reclamação
        </Button>
      }
      title="Desistir desta reclamação?"
      description={`O pedido com @${seller} continua de onde parou.${refunded} Você não pode reclamar de novo pelo mesmo motivo.`}
      cancelLabel="Manter reclamação"
      confirmLabel="Desistir da reclamação"
      done={['Reclamação encerrada', 'O pedido continua de onde parou.']}
    />
  );
}

interface ConfirmedActionProps {
  endpoint: Endpoint;
  id: number;
  trigger: ReactNode;
  /** The trigger is disabled and only says why. */
  blocked?: boolean;
  tone?: 'danger' | 'primary';
  title: string;
  description: string;
  cancelLabel: string;
  confirmLabel: string;
  done: [title: string, text: string];
}

/** Asks for confirmation, sends the action and shows a refusal inside the dialog. */
function ConfirmedAction({ endpoint, id, done, blocked = false, ...dialog }: ConfirmedActionProps) {
  const [open, setOpen] = useState(false);
  const { send, pending, refusal, forget } = useEndpointAction();

  async function confirm(): Promise<void> {
    if (!(await send(endpoint, { id } as ParamsInput<Endpoint>))) return;
    setOpen(false);
    aviso.sucesso(...done);
  }

  return (
    <AlertDialog
      {...dialog}
      open={open && !blocked}
      onOpenChange={(next) => {
        setOpen(next);
        forget();
      }}
      loading={pending}
      onConfirm={() => void confirm()}
    >
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}
