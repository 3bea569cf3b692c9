import { useState } from 'react';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderReturn } from '#contract/shipping/returns.ts';
import {
  cancelReturn,
  handBack,
  makeReturnLabel,
  postReturn,
  printReturnLabel,
} from '#contract/shipping/returns.ts';
import { durationText } from '#domain/text/durations.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { useOrderAction } from '#web/orders/use-order-action.ts';
import { PostingForm } from '#web/shipping/posting-form.tsx';
import { useSettings } from '#web/settings/site-settings.ts';
import { savePdf } from '#web/shipping/save-pdf.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Printer } from '#web/ui/icons/icons.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

interface Props {
  order: Order;
  back: OrderReturn;
}

/** What the buyer may do with a return now: label, posting, handing it back, or keeping the thing. */
export function BuyerReturnActions({ order, back }: Props) {
  const may = (action: OrderReturn['actions'][number]) => back.actions.includes(action);
  const [byCounter, setByCounter] = useState(back.way === 'own');
  if (back.actions.length === 0) return null;
  return (
    <div className="flex flex-col items-start gap-4 print:hidden">
      {may('make_label') && !byCounter && <MakeLabel order={order} onCounter={() => setByCounter(true)} />}
      {may('print_label') && <PrintLabel order={order} />}
      {may('post') && byCounter && (
        <PostingForm
          endpoint={postReturn}
          hash={order.hash}
          title="Informar a postagem da devolução"
          withoutCodeHint="A sua única prova é o comprovante da postagem. Guarde-o."
          done={`@${order.seller} já pode acompanhar a devolução.`}
        />
      )}
      {may('hand_back') && <HandBack order={order} />}
      {may('cancel') && <KeepIt order={order} back={back} />}
    </div>
  );
}

function MakeLabel({ order, onCounter }: { order: Order; onCounter: () => void }) {
  const { send, pending, refusal } = useOrderAction(order.hash);
  return (
    <>
      <ProblemBanner problem={refusal} />
      <div className="flex flex-wrap gap-3">
        <Button loading={pending} onClick={() => void send(makeReturnLabel)}>
          Gerar etiqueta de devolução
        </Button>
        <Button variant="quiet" onClick={onCounter}>
          Postar por minha conta
        </Button>
      </div>
    </>
  );
}

function PrintLabel({ order }: { order: Order }) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);

  async function print(): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      const { pdf } = await api(printReturnLabel, { params: { hash: order.hash } });
      savePdf(pdf, `devolucao-${order.code}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <ProblemBanner problem={problem} />
      <Button loading={pending} icon={<Printer aria-hidden="true" />} onClick={() => void print()}>
        Imprimir etiqueta de devolução
      </Button>
    </>
  );
}

function HandBack({ order }: { order: Order }) {
  const { send, pending, refusal } = useOrderAction(order.hash);
  const settings = useSettings();
  const time = settings ? durationText(settings.returns.checkMs) : 'algum tempo';

  async function report(): Promise<void> {
    if (await send(handBack))
      aviso.sucesso('Devolução informada', `@${order.seller} tem ${time} para conferir.`);
  }

  return (
    <AlertDialog
      trigger={<Button>Devolvi em mãos</Button>}
      tone="primary"
      title="Você já devolveu em mãos?"
      description={`Confirme só depois de entregar a @${order.seller}. Quem vendeu tem ${time} para contestar; sem contestação, seu dinheiro volta.`}
      cancelLabel="Ainda não"
      confirmLabel="Devolvi em mãos"
      loading={pending}
      onConfirm={() => void report()}
    >
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}

function KeepIt({ order, back }: Props) {
  const { send, pending, refusal } = useOrderAction(order.hash);

  async function keep(): Promise<void> {
    if (await send(cancelReturn)) aviso.sucesso('Devolução cancelada', 'A compra continua valendo.');
  }

  return (
    <AlertDialog
      trigger={
        <Button variant="quiet" className="-ml-4">
          Cancelar devolução
        </Button>
      }
      title="Ficar com a compra?"
      description={`A devolução é cancelada e a compra continua valendo. ${
        back.reason === 'regret'
          ? 'Você não pode desistir desta compra de novo.'
          : 'A reclamação termina sem reembolso.'
      }`}
      cancelLabel="Manter devolução"
      confirmLabel="Cancelar devolução"
      loading={pending}
      onConfirm={() => void keep()}
    >
      <ProblemBanner problem={refusal} />
    </AlertDialog>
  );
}
