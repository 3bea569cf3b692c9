import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { changeSettings, previewSettings } from '#contract/settings/settings.ts';
import type { StaffSetting } from '#contract/settings/settings.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import type { Plan } from '#domain/listings/listings.ts';
import { planNames } from '#domain/state-names.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents, formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { announcePending } from '../pending-change.ts';
import { EffectStep } from './effect-step.tsx';
import { ValueChange } from './value-change.tsx';

export interface SaveDialogProps {
  version: { id: number; startsAt: string; waiting: boolean };
  changed: readonly { setting: StaffSetting; after: SettingValue }[];
  onClose: () => void;
  /** Called with values that the server refused; their errors are shown at the inputs. */
  onRefused: (errors: Readonly<Record<string, string>>) => void;
  onSaved: () => void;
}

const formId = 'salvar-regras';

/** Lists each change with its old value, shows who is affected, and asks for a reason and a start date. */
export function SaveDialog({ version, changed, onClose, onRefused, onSaved }: SaveDialogProps) {
  const { revalidate } = useRevalidator();
  const withProof = useStepUp();
  const changes = Object.fromEntries(changed.map(({ setting, after }) => [setting.path, after]));
  const impact = useImpact(changes, onRefused);
  const { formProps, errors, problem, pending } = useSubmission(changeSettings, {
    withProof,
    read: (form) => {
      const day = String(form.get('startsAt') ?? '');
      return {
        basedOn: version.id,
        changes,
        reason: String(form.get('reason') ?? '').trim(),
        ...(day && { startsAt: new Date(day).toISOString() }),
      };
    },
    onDone: async ({ version: saved, pending: proposal }) => {
      if (proposal) await announcePending(proposal);
      else if (saved)
        aviso.sucesso('Configurações salvas', `Valem a partir de ${formatDateTime(saved.startsAt)}.`);
      onSaved();
      onClose();
      await revalidate();
    },
  });
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title="Salvar mudanças"
      description="Pedidos abertos seguem as regras da data em que foram feitos."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Continuar editando
          </Button>
          {problem?.code === 'settings_changed' ? (
            <Button onClick={() => void revalidate().then(onClose)}>Ver valores de agora</Button>
          ) : (
            <Button type="submit" form={formId} loading={pending}>
              Salvar mudanças
            </Button>
          )}
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <Changes changed={changed} />
        {impact && <Impact {...impact} />}
        <EffectStep changes={changes} />
        <Field label="Motivo" error={errors.reason} hint="Fica no histórico, com o seu nome." announceError>
          <Textarea name="reason" limit={500} />
        </Field>
        <StartField version={version} error={errors.startsAt} />
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

function StartField({ version, error }: Pick<SaveDialogProps, 'version'> & { error: string | undefined }) {
  return (
    <Field
      label="Vale a partir de"
      optional
      error={error}
      hint={
        version.waiting
          ? `Há uma mudança marcada para ${formatDateTime(version.startsAt)}: esta começa com ela ou depois.`
          : 'Sem data, vale agora.'
      }
    >
      <TextInput type="datetime-local" name="startsAt" />
    </Field>
  );
}

/** Each change with its old value, and whether it needs a second person. */
function Changes({ changed }: Pick<SaveDialogProps, 'changed'>) {
  return (
    <>
      <dl className="flex flex-col rounded-lg bg-surface-2 px-4 py-2 text-sm">
        {changed.map(({ setting, after }) => (
          <div key={setting.path} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="text-ink-2">{setting.label}</dt>
            <dd className="text-right tabular-nums">
              <ValueChange setting={setting} before={setting.value} after={after} />
            </dd>
          </div>
        ))}
      </dl>
      {changed.some(({ setting }) => setting.twoPeople) && (
        <Banner tone="info">
          Protege dinheiro ou contas, por isso vale só depois que outro admin confirmar. Com um só admin, vale
          depois de uma espera, e toda a equipe é avisada.
        </Banner>
      )}
    </>
  );
}

type ImpactReply = Reply<typeof previewSettings>;

/** Requested once, when the dialog opens; an invalid value is reported at its input. */
export function useImpact(
  changes: Record<string, SettingValue>,
  onRefused: SaveDialogProps['onRefused'],
): ImpactReply | null {
  const [impact, setImpact] = useState<ImpactReply | null>(null);
  const asked = JSON.stringify(changes);
  useEffect(() => {
    let open = true;
    api(previewSettings, { body: { changes: JSON.parse(asked) } }).then(
      (reply) => open && setImpact(reply),
      (error: unknown) => {
        if (open && error instanceof ApiError && Object.keys(error.fields).length > 0)
          onRefused(error.fields);
      },
    );
    return () => {
      open = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked for the changes, not for each new function
  }, [asked]);
  return impact;
}

export function Impact({ openOrders, plans }: ImpactReply) {
  const moved = plans.filter((plan) => plan.netBeforeCents !== plan.netAfterCents);
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-ink-2">
      <li>
        {openOrders === 0
          ? 'Nenhum pedido está aberto agora.'
          : `${formatCount(openOrders, 'pedido aberto segue', 'pedidos abertos seguem')} com a regra antiga.`}
      </li>
      {moved.map((plan) => (
        <li key={plan.slug}>
          {planNames[plan.slug as Plan]}: em uma venda de R$&nbsp;100,00 quem vende recebe{' '}
          {formatCents(plan.netAfterCents)} (antes {formatCents(plan.netBeforeCents)}).{' '}
          {formatCount(plan.listings, 'anúncio', 'anúncios')} à venda neste plano.
        </li>
      ))}
    </ul>
  );
}
