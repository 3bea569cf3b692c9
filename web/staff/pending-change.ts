import type { PendingProposal } from '#contract/staff/proposals.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

/** Announces that a change is not effective yet and what it needs. */
export function announcePending({ takesEffectAt }: PendingProposal): void {
  if (takesEffectAt)
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
