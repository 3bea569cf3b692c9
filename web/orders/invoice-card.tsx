import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { informInvoice } from '#contract/orders/invoices.ts';
import type { Order } from '#contract/orders/orders.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Deal } from './page/order-facts.ts';

/** «Nota fiscal»: its key for both sides, with a form for the seller to give it (LC 214/2025). */
export function InvoiceCard({ order, deal: { invoiceKey } }: { order: Order; deal: Deal }) {
  const [editing, setEditing] = useState(false);
  const selling = order.viewerIs === 'seller';
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-h2">Nota fiscal</h2>
      {invoiceKey ? (
        <>
          <p className="text-sm wrap-anywhere text-ink-2 tabular-nums">
            {invoiceKey.replace(/(.{4})/g, '$1 ')}
          </p>
          <CopyButton text={invoiceKey} label="Copiar chave" className="self-start print:hidden" />
        </>
      ) : (
        <p className="text-sm text-ink-2">
          {selling
            ? 'Emitiu nota? Informe a chave de acesso, e ela fica aqui para quem comprou.'
            : 'Nenhuma informada.'}
        </p>
      )}
      {selling && editing && <InvoiceForm hash={order.hash} onClose={() => setEditing(false)} />}
      {selling && !editing && (
        <Button variant="secondary" className="self-start print:hidden" onClick={() => setEditing(true)}>
          {invoiceKey ? 'Corrigir chave' : 'Informar nota'}
        </Button>
      )}
    </Card>
  );
}

function InvoiceForm({ hash, onClose }: { hash: string; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const { formProps, errors, problem, pending } = useSubmission(informInvoice, {
    params: { hash },
    read: (form) => ({ accessKey: String(form.get('accessKey') ?? '') }),
    onDone: async () => {
      aviso.sucesso('Nota informada', 'Quem comprou já vê a chave.');
      onClose();
      await revalidate();
    },
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <ProblemBanner problem={problem} />
      <Field
        label="Chave de acesso"
        error={errors.accessKey}
        announceError
        hint="44 números e letras da NF-e, ou 50 números da NFS-e."
      >
        <TextInput name="accessKey" autoComplete="off" autoCapitalize="characters" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={pending}>
          Informar chave
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
