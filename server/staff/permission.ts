/** A permission for display: whether it is granted, and the Portuguese explanation if not. */
export function permission(
  answer: { ok: true } | { ok: false; reason: 'forbidden' | 'own_decision' },
  needs: string,
): { allowed: boolean; because: string | null } {
  if (answer.ok) return { allowed: true, because: null };
  return {
    allowed: false,
    because: answer.reason === 'own_decision' ? 'Outra pessoa da equipe precisa fazer isso.' : needs,
  };
}
