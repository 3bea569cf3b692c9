import { useState } from 'react';
import { changeVacation, endVacation } from '#contract/listings/vacations.ts';
import { api } from '#web/api/api.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DaysFields, readDays } from './days-fields.tsx';
import { daysText, stateOf } from './vacation-texts.ts';
import type { Vacation } from './vacation-texts.ts';

interface RowProps {
  vacation: Vacation;
  today: string;
  onDone: () => Promise<void>;
}

/** A vacation with its actions: change and cancel one that is planned, change the end of one that goes on or end it. */
export function VacationRow({ vacation, today, onDone }: RowProps) {
  const [changing, setChanging] = useState(false);
  const { label, tone } = stateOf(vacation);
  const isOpen = vacation.state === 'planned' || vacation.state === 'running';
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ui font-semibold">{daysText(vacation)}</p>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      {changing && (
        <ChangeForm
          vacation={vacation}
          today={today}
          onCancel={() => setChanging(false)}
          onDone={async () => {
            setChanging(false);
            await onDone();
          }}
        />
      )}
      {isOpen && !changing && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            aria-label={vacation.state === 'running' ? undefined : `Mudar datas: ${daysText(vacation)}`}
            onClick={() => setChanging(true)}
          >
            {vacation.state === 'running' ? 'Mudar o fim' : 'Mudar datas'}
          </Button>
          <EndButton vacation={vacation} onDone={onDone} />
        </div>
      )}
    </Card>
  );
}

function ChangeForm({ vacation, today, onCancel, onDone }: RowProps & { onCancel: () => void }) {
  const { formProps, errors, problem, pending } = useSubmission(changeVacation, {
    params: { id: String(vacation.id) },
    read: readDays,
    fieldOf: { limit_reached: 'endsOn' },
    onDone: async (changed) => {
      aviso.sucesso('Férias mudadas', daysText(changed));
      await onDone();
    },
  });
  return (
    <form {...formProps} method="post" className="flex max-w-160 flex-col items-start gap-4">
      <ProblemBanner problem={problem} />
      <DaysFields errors={errors} min={today} days={vacation} hasBegun={vacation.state === 'running'} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" loading={pending}>
          Salvar datas
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Agora não
        </Button>
      </div>
    </form>
  );
}

function EndButton({ vacation, onDone }: Pick<RowProps, 'vacation' | 'onDone'>) {
  const { pending, problem, run } = useAction();
  const [open, setOpen] = useState(false);
  const running = vacation.state === 'running';
  const end = () =>
    run(async () => {
      await api(endVacation, { params: { id: vacation.id } });
      setOpen(false);
      aviso.sucesso(
        running ? 'Férias encerradas' : 'Férias canceladas',
        running ? 'Seus anúncios estão à venda de novo.' : daysText(vacation),
      );
      await onDone();
    });
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" aria-label={running ? undefined : `Cancelar: ${daysText(vacation)}`}>
          {running ? 'Encerrar agora' : 'Cancelar'}
        </Button>
      }
      title={running ? 'Encerrar as férias agora?' : 'Cancelar estas férias?'}
      description={
        running
          ? 'Seus anúncios voltam às buscas e podem ser comprados. O dia de hoje conta como dia de férias.'
          : `De ${daysText(vacation)}, seus anúncios continuam à venda.`
      }
      cancelLabel={running ? 'Continuar de férias' : 'Manter férias'}
      confirmLabel={running ? 'Encerrar férias' : 'Cancelar férias'}
      tone={running ? 'primary' : 'danger'}
      loading={pending}
      onConfirm={() => void end()}
    >
      <ProblemBanner problem={problem} />
    </AlertDialog>
  );
}
