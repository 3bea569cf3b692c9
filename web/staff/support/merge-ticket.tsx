import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mergeTicket } from '#contract/tickets/staff-tickets.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { AlertDialog } from '#web/boot/alert-dialog.tsx';
import { Button } from '#web/ui/buttons/button.tsx';

export interface MergeTicketProps {
  ticketId: number;
  /** The same person's open ticket that remains. */
  into: { id: number; protocol: string };
}

/** Merges this ticket into another one after explaining the effect (§4.11). */
export function MergeTicket({ ticketId, into }: MergeTicketProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const runOnce = useIdempotentAction();

  async function merge(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const given = { params: { id: ticketId }, body: { into: into.id } };
      await runOnce(given, (idempotencyKey) => api(mergeTicket, { ...given, idempotencyKey }));
      setOpen(false);
      void navigate(`?fila=open&id=${into.id}`, { preventScrollReset: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(Object.values(error.fields)[0] ?? error.detail);
    } finally {
      setBusy(false);
    }
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" size="sm" className="-ml-3.5" aria-label={`Juntar a este: ${into.protocol}`}>
          Juntar a este
        </Button>
      }
      title="Juntar atendimentos"
      description={`Este atendimento é encerrado e a conversa continua no ${into.protocol}. As mensagens ficam onde foram escritas, e a pessoa recebe um aviso.`}
      cancelLabel="Voltar"
      confirmLabel="Juntar atendimentos"
      tone="primary"
      loading={busy}
      onConfirm={() => void merge()}
    >
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </AlertDialog>
  );
}
