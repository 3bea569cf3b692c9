import { useRevalidator } from 'react-router';
import {
  correctTrackingCode,
  resetPickupTries,
  settleContradiction,
} from '#contract/shipping/staff-shipments.ts';
import type { StaffShipment } from '#contract/shipping/staff-shipments.ts';
import { carrierOf, ownCarrierNames, ownCarriers } from '#domain/shipping/tracking-codes.ts';
import { useSubmission } from '#web/api/submission.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface ParcelDialogProps {
  hash: string;
  onClose: () => void;
}

const reasonOf = (form: FormData) => String(form.get('reason') ?? '');
const carrierOptions = ownCarriers.map((value) => ({ value, label: ownCarrierNames[value] }));

/** S09: the seller typed a wrong tracking code. */
export function TrackingDialog({ hash, shipment, onClose }: ParcelDialogProps & { shipment: StaffShipment }) {
  const { revalidate } = useRevalidator();
  const submission = useSubmission(correctTrackingCode, {
    params: { hash },
    read: (form) => ({
      carrier: ownCarriers.find((one) => one === form.get('carrier')) ?? 'other',
      trackingCode: String(form.get('trackingCode') ?? ''),
      reason: reasonOf(form),
    }),
    onDone: async ({ trackingCode }) => {
      onClose();
      await revalidate();
      aviso.sucesso('Rastreio corrigido', `Os dois lados veem ${trackingCode}.`);
    },
  });
  const { errors } = submission;
  return (
    <ReasonDialog
      title="Corrigir o código de rastreio"
      description="Quem compra e quem vende passam a ver o código novo. O anterior fica no registro de ações."
      hint="Como você soube do código certo."
      confirmLabel="Corrigir rastreio"
      submission={submission}
      onClose={onClose}
    >
      <Field label="Transportadora" error={errors.carrier}>
        <Select name="carrier" options={carrierOptions} defaultValue={carrierOf(shipment.carrier)} />
      </Field>
      <Field label="Código de rastreio" error={errors.trackingCode} announceError>
        <TextInput
          name="trackingCode"
          defaultValue={shipment.trackingCode ?? ''}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
    </ReasonDialog>
  );
}

/** S12: ten wrong codes ended the tries of a pickup. */
export function ResetTriesDialog({ hash, onClose }: ParcelDialogProps) {
  const { revalidate } = useRevalidator();
  const submission = useSubmission(resetPickupTries, {
    params: { hash },
    read: (form) => ({ reason: reasonOf(form) }),
    onDone: async ({ triesLeft }) => {
      onClose();
      await revalidate();
      aviso.sucesso('Tentativas devolvidas', `Quem vende pode digitar o código mais ${triesLeft} vezes.`);
    },
  });
  return (
    <ReasonDialog
      title="Devolver as tentativas do código"
      description="O código de quem compra continua o mesmo. Quem vende digita de novo na entrega."
      confirmLabel="Devolver tentativas"
      submission={submission}
      onClose={onClose}
    />
  );
}

/** S15: what the carrier's contradiction needed was done. */
export function SettleDialog({ hash, onClose }: ParcelDialogProps) {
  const { revalidate } = useRevalidator();
  const submission = useSubmission(settleContradiction, {
    params: { hash },
    read: (form) => ({ reason: reasonOf(form) }),
    onDone: async () => {
      onClose();
      await revalidate();
      aviso.sucesso('Contradição resolvida', 'O envio saiu da fila.');
    },
  });
  return (
    <ReasonDialog
      title="Marcar a contradição como resolvida"
      description="O envio sai da fila. Pedido e dinheiro continuam como estão."
      hint="O que foi combinado com os dois lados."
      confirmLabel="Marcar como resolvida"
      submission={submission}
      onClose={onClose}
    />
  );
}
