import { Eye, KeyRound } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { Order } from '#contract/orders/orders.ts';
import { revealCodes } from '#contract/orders/orders.ts';
import type { OrderStop } from '#domain/payments/sale-stops.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { useAction } from '#web/api/use-action.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { may } from '#web/orders/page/order-facts.ts';
import { RevealRecord } from './reveal-record.tsx';
import { revealConsequences } from './reveal-texts.ts';

type Revealed = Reply<typeof revealCodes>['codes'];

/** Unopened codes stay closed while their money may still be refunded. */
const closedReasons: Record<OrderStop, string> = {
  bank: 'Espere seu banco decidir a contestação deste pagamento.',
  analysis: 'Espere a equipe terminar de conferir o pagamento.',
  return: 'Espere a devolução terminar.',
  regret: 'Espere a equipe decidir sua desistência.',
};

interface CodesProps {
  order: Order;
  deal: Deal;
}

/** The codes for their buyer, and the record of their opening for both sides. */
export function DeliveredCodes({ order, deal }: CodesProps) {
  return (
    <>
      {may(deal, 'reveal') && <Codes order={order} deal={deal} />}
      {deal.reveals.length > 0 ? (
        <RevealRecord reveals={deal.reveals} />
      ) : (
        <p className="text-sm text-ink-3">Os códigos ainda não foram abertos.</p>
      )}
    </>
  );
}

/** Delivered codes, hidden until the buyer asks. The first time, a dialog says which rights opening them ends (N05). */
function Codes({ order, deal }: CodesProps) {
  const { quantity, revealedAt, stoppedBy } = deal;
  const { codes, pending, problem, reveal } = useReveal(order.hash);
  const [confirming, setConfirming] = useState(false);
  if (codes) return <CodeList codes={codes} deal={deal} />;
  const label = quantity === 1 ? 'Mostrar código' : `Mostrar ${formatCount(quantity, 'código', 'códigos')}`;
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <ProblemBanner problem={problem} />
      <p
        aria-hidden="true"
        className="flex w-full items-center gap-3 rounded-lg bg-surface-2 px-4 py-3 font-mono text-ink-3"
      >
        <KeyRound className="size-4.5" /> •••• •••• •••• ••••
      </p>
      {stoppedBy && !revealedAt ? (
        <Button icon={<Eye aria-hidden="true" />} disabledReason={closedReasons[stoppedBy]}>
          {label}
        </Button>
      ) : revealedAt ? (
        <Button
          variant="secondary"
          icon={<Eye aria-hidden="true" />}
          loading={pending}
          onClick={() => void reveal()}
        >
          {label}
        </Button>
      ) : (
        <AlertDialog
          open={confirming}
          onOpenChange={setConfirming}
          trigger={<Button icon={<Eye aria-hidden="true" />}>{label}</Button>}
          tone="primary"
          title={`${label}?`}
          description={
            <ul className="flex list-disc flex-col gap-1.5 pl-5">
              {revealConsequences(order, deal).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          }
          cancelLabel="Agora não"
          confirmLabel={label}
          loading={pending}
          onConfirm={() => void reveal().then(() => setConfirming(false))}
        />
      )}
    </div>
  );
}

/** The opened codes, with how to use them and what to check before the money is released. */
function CodeList({ codes, deal }: { codes: Revealed; deal: Deal }) {
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2">
        {codes.map(({ code, contentHash }, index) => (
          <li
            key={contentHash}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-surface-2 py-2 pr-2 pl-4"
          >
            {/* Shown unbroken where one line holds it; the button goes below. */}
            <code className="min-w-0 flex-auto font-mono text-body break-all text-ink select-all">
              {code}
            </code>
            <CopyButton
              text={code}
              size="sm"
              label={codes.length === 1 ? 'Copiar código' : `Copiar código ${index + 1}`}
              copiedLabel="Código copiado"
            />
          </li>
        ))}
      </ul>
      {codes.length > 1 && (
        <CopyButton
          text={codes.map(({ code }) => code).join('\n')}
          label="Copiar todos"
          copiedLabel="Códigos copiados"
          className="self-start"
        />
      )}
      <CodeGuide plural={codes.length > 1} mayConfirm={may(deal, 'confirm')} />
    </div>
  );
}

function CodeGuide({ plural, mayConfirm }: { plural: boolean; mayConfirm: boolean }) {
  const [code, works] = plural ? ['Cada código', 'os códigos funcionam'] : ['O código', 'o código funciona'];
  return (
    <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm text-ink-2">
      <li>
        Resgate no site ou no aplicativo de onde o produto é, na opção «Resgatar» ou «Usar código». As
        instruções de quem vende estão em «Ver o anúncio como foi comprado».
      </li>
      <li>
        {code} deve valer na sua região, no valor e no prazo do anúncio. Guarde uma imagem da tela se algo
        falhar.
      </li>
      {mayConfirm && (
        <li>
          Se {works}, confirme o recebimento. Se não, abra uma reclamação: o valor continua guardado até haver
          solução.
        </li>
      )}
    </ol>
  );
}

/** The codes are held in this component only: never in an address, a timeline or a cache. */
function useReveal(hash: string) {
  const { revalidate } = useRevalidator();
  const [codes, setCodes] = useState<Revealed | null>(null);
  const { pending, problem, run } = useAction();

  const reveal = () =>
    run(async () => {
      const revealed = await api(revealCodes, { params: { hash } });
      setCodes(revealed.codes);
      await revalidate();
    });

  return { codes, problem, pending, reveal };
}
