import { useState } from 'react';
import type { FormEvent } from 'react';
import { Link } from 'react-router';
import { planVacation } from '#contract/listings/vacations.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DaysFields, readDays } from './days-fields.tsx';
import { daysText } from './vacation-texts.ts';
import type { Vacations } from './vacation-texts.ts';

interface PlanFormProps {
  vacations: Vacations;
  onDone: () => Promise<void>;
}

/** Plans a vacation. One that begins today hides the listings at once, so it is confirmed. */
export function PlanForm({ vacations, onDone }: PlanFormProps) {
  const { today } = vacations;
  const [asking, setAsking] = useState(false);
  const { formProps, errors, problem, pending, send } = useSubmission(planVacation, {
    read: readDays,
    fieldOf: { limit_reached: 'endsOn' },
    onDone: async (planned) => {
      aviso.sucesso(planned.state === 'running' ? 'Boas férias' : 'Férias planejadas', daysText(planned));
      await onDone();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { startsOn, endsOn } = readDays(new FormData(event.currentTarget));
    if (startsOn === today && endsOn >= today) setAsking(true);
    else void send();
  }

  return (
    <form
      {...formProps}
      method="post"
      onSubmit={submit}
      className="flex max-w-160 flex-col items-start gap-4"
    >
      <ProblemBanner problem={problem} />
      <DaysFields errors={errors} min={today} days={null} />
      <Consequences vacations={vacations} />
      <Button type="submit" loading={pending}>
        Planejar férias
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sair de férias hoje?"
        description={`${hiddenText(vacations)} Você pode encerrar as férias quando quiser.`}
        cancelLabel="Agora não"
        confirmLabel="Sair de férias"
        tone="primary"
        loading={pending}
        onConfirm={() => {
          setAsking(false);
          void send();
        }}
      />
    </form>
  );
}

/** What a vacation hides, and what goes on. */
function Consequences({ vacations }: { vacations: Vacations }) {
  const { openSales } = vacations;
  return (
    <p className="text-ui text-ink-2">
      {hiddenText(vacations)}{' '}
      {openSales > 0 && (
        <>
          Você tem{' '}
          <Link to="/conta/vendas" className="font-semibold text-brand underline underline-offset-4">
            {formatCount(openSales, 'venda em aberto', 'vendas em aberto')}
          </Link>
          , com prazos que continuam a correr.
        </>
      )}
    </p>
  );
}

function hiddenText({ listings }: Vacations): string {
  if (listings === 0)
    return 'Você não tem anúncios à venda agora; os que publicar ficam escondidos durante as férias.';
  return listings === 1
    ? 'Seu anúncio sai das buscas e não pode ser comprado durante as férias.'
    : `Seus ${listings} anúncios saem das buscas e não podem ser comprados durante as férias.`;
}
