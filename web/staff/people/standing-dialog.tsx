import { setAccountState } from '#contract/accounts/privacy.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { getPerson } from '#contract/staff/people.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

export type StandingEvent = 'restrict' | 'suspend' | 'ban' | 'reinstate';

const formId = 'situacao-da-conta';
const dayMs = 86_400_000;
const texts = {
  restrict: {
    title: 'Limitar',
    text: 'Até voltar ao normal, a pessoa compra e anuncia só uma parte do que o nível dela permite, como está em Configurações. Saques, pedidos abertos e saldo não mudam.',
    action: 'Limitar conta',
    done: 'Conta limitada',
  },
  suspend: {
    title: 'Suspender',
    text: 'A pessoa não compra, não vende e não anuncia até o fim do prazo. Pedidos abertos e saldo continuam dela.',
    action: 'Suspender conta',
    done: 'Conta suspensa',
  },
  ban: {
    title: 'Encerrar a conta de',
    text: 'Todas as sessões acabam agora, os anúncios saem do ar e a pessoa não entra mais.',
    action: 'Encerrar conta',
    done: 'Conta encerrada',
  },
  reinstate: {
    title: 'Voltar ao normal:',
    text: 'A pessoa volta a comprar, vender e anunciar. Só ela pode reativar os anúncios pausados.',
    action: 'Voltar ao normal',
    done: 'Conta de volta ao normal',
  },
};
const lengths = [1, 3, 7, 15, 30, 90];

/** Restricts or reinstates an account; its owner reads the reason. Support may suspend for up to seven days. */
export function StandingDialog({
  person,
  event,
  onClose,
  onDone,
}: {
  person: Pick<Reply<typeof getPerson>, 'id' | 'username'>;
  event: StandingEvent;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { user } = useSession();
  const { title, text, action, done } = texts[event];
  const choices = lengths.filter((days) => user.role.slug === 'admin' || days <= 7);
  const { formProps, errors, problem, pending } = useSubmission(setAccountState, {
    params: { id: person.id },
    read: (form) => ({
      event,
      reason: String(form.get('reason') ?? ''),
      ...(event === 'suspend' && { until: inDays(Number(form.get('days'))) }),
    }),
    onDone: async () => {
      aviso.sucesso(done, 'A pessoa já foi avisada.');
      await onDone();
    },
  });
  return (
    <Dialog
      open
      title={`${title} @${person.username}?`}
      description={text}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" data-autofocus onClick={onClose}>
            Voltar
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={event === 'reinstate' ? 'primary' : 'danger'}
            loading={pending}
          >
            {action}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        {event === 'suspend' && (
          <Field label="Por quanto tempo" error={errors.until} announceError>
            <Select
              name="days"
              defaultValue="7"
              options={choices.map((days) => ({
                value: String(days),
                label: days === 1 ? '1 dia' : `${days} dias`,
              }))}
            />
          </Field>
        )}
        <Field label="Motivo" error={errors.reason} announceError hint="É isto que a pessoa lê.">
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}

/** One minute less, so that a request for seven days is not above the limit when it arrives. */
function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs - 60_000).toISOString();
}
