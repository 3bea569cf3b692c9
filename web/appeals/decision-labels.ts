import type { AppealState } from '#domain/appeals/appeals.ts';

export const appealStateLabels: Record<
  AppealState,
  { label: string; tone: 'warning' | 'neutral' | 'success' }
> = {
  open: { label: 'Recurso em análise', tone: 'warning' },
  upheld: { label: 'Decisão mantida', tone: 'neutral' },
  overturned: { label: 'Recurso aceito', tone: 'success' },
};
