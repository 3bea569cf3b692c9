import type { PendingProposal } from '#contract/staff/proposals.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** The clocks of browser and server differ by less. */
const atOnceMs = 60_000;
/** A change without a delay is in force in every process after it. */
const settledMs = 1_500;

/**
 * Announces that a change is not effective yet and what it needs. One that is effective at once, in a market whose only
 * account is the admin's, is awaited until the next read shows it.
 */
export async function announcePending({ takesEffectAt }: PendingProposal): Promise<void> {
  if (takesEffectAt && Date.parse(takesEffectAt) < Date.now() + atOnceMs) {
    aviso.sucesso('Mudança salva', 'Vale desde já, porque ainda não há outra conta neste site.');
    await new Promise((resolve) => setTimeout(resolve, settledMs));
  } else if (takesEffectAt)
    aviso.sucesso(
      'Mudança proposta',
      `Há um só admin: ela vale a partir de ${formatDateTime(takesEffectAt)}. Toda a equipe e o e-mail da empresa foram avisados, e qualquer pessoa da equipe pode pará-la.`,
    );
  else
    aviso.sucesso(
      'Mudança proposta',
      'Ela vale quando outro admin confirmar, em Mudanças. Os outros admins foram avisados.',
    );
}
