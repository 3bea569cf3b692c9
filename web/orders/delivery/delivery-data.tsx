import { useState } from 'react';
import { writeDeliveryData } from '#contract/orders/delivery-data.ts';
import type { Order } from '#contract/orders/orders.ts';
import { deliveryDataLimits } from '#domain/orders/delivery-data.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { useOrderAction } from '#web/orders/use-order-action.ts';

type Data = NonNullable<Deal['deliveryData']>;

/** «Dados para a entrega» (P09): the buyer writes them; the seller reads them once the delivery has begun. */
export function DeliveryData({ order, data }: { order: Order; data: Data }) {
  const [editing, setEditing] = useState(false);
  const writing = data.writable && editing;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-h2">Dados para a entrega</h2>
      {!writing && <DataContent order={order} data={data} />}
      {writing && <DataForm hash={order.hash} text={data.text ?? ''} onClose={() => setEditing(false)} />}
      {data.writable && !editing && (
        <Button variant="secondary" className="self-start print:hidden" onClick={() => setEditing(true)}>
          {data.given ? 'Corrigir dados' : 'Escrever dados'}
        </Button>
      )}
    </Card>
  );
}

function DataContent({ order, data }: { order: Order; data: Data }) {
  if (data.text !== null)
    return (
      <>
        <DataText text={data.text} />
        <p className="text-sm text-ink-2">{readerText(order, data)}</p>
      </>
    );
  return <p className="text-body text-ink-2">{missingText(order, data)}</p>;
}

function DataText({ text }: { text: string }) {
  return (
    <>
      <p className="rounded-lg bg-surface-2 p-4 text-body wrap-anywhere whitespace-pre-line">{text}</p>
      <CopyButton
        text={text}
        label="Copiar dados"
        copiedLabel="Dados copiados"
        className="self-start print:hidden"
      />
    </>
  );
}

/** Says who else can read the data. */
function readerText({ viewerIs, buyer, seller }: Order, { openedAt, writable }: Data): string {
  if (viewerIs === 'seller') return `São de @${buyer}: use só para esta entrega.`;
  if (openedAt) return `@${seller} abriu em ${formatDateTime(openedAt)}.`;
  return writable ? `@${seller} vê quando iniciar a entrega.` : `@${seller} não chegou a ver.`;
}

const endedStates: readonly Order['state'][] = ['cancelled', 'expired', 'refunded', 'completed'];

function missingText({ viewerIs, state, buyer, seller }: Order, { given }: Data): string {
  if (viewerIs === 'buyer')
    return `Você não escreveu nada. Diga onde e como receber: @${seller} vê quando iniciar a entrega.`;
  if (!given) return `@${buyer} não escreveu nada. Se faltar algo, pergunte na conversa.`;
  return endedStates.includes(state)
    ? 'A entrega não começou, e os dados ficaram fechados.'
    : 'Você vê os dados quando iniciar a entrega.';
}

function DataForm({ hash, text, onClose }: { hash: string; text: string; onClose: () => void }) {
  const { send, pending, refusal } = useOrderAction(hash);
  const [value, setValue] = useState(text);

  async function save(): Promise<void> {
    if (!(await send(writeDeliveryData, { text: value }))) return;
    aviso.sucesso('Dados guardados', 'Quem vende lê quando iniciar a entrega.');
    onClose();
  }

  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {!refusal?.fields.text && <ProblemBanner problem={refusal} />}
      <Field
        label="Onde e como entregar"
        hint="Nunca escreva senhas."
        error={refusal?.fields.text}
        announceError
      >
        <Textarea
          limit={deliveryDataLimits.text.max}
          autoComplete="off"
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Guardar dados
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
