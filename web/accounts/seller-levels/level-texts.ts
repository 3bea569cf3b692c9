import type { ContestState, IncidentKind } from '#domain/accounts/seller-levels/contests.ts';
import type { ExclusionReason } from '#domain/accounts/seller-levels/figures.ts';
import type { LevelCondition } from '#domain/accounts/seller-levels/monthly-check.ts';
import type { SellerColour } from '#domain/accounts/seller-levels/rules.ts';
import type { Tone } from '#web/ui/data/status-badge.tsx';

export const colourLabels: Record<SellerColour, { label: string; tone: Tone }> = {
  green: { label: 'Termômetro verde', tone: 'success' },
  yellow: { label: 'Termômetro amarelo', tone: 'warning' },
  orange: { label: 'Termômetro laranja', tone: 'warning' },
  red: { label: 'Termômetro vermelho', tone: 'danger' },
};

/** What a level needs, as a task. */
export const conditionLabels: Record<Exclude<LevelCondition, 'sales'>, string> = {
  identity: 'Confirmar sua identidade',
  green: 'Ficar com o termômetro verde',
  on_time: 'Entregar no prazo',
  interview: 'Conversar com a equipe: chame o suporte',
};

export const contestLabels: Record<ContestState, { label: string; tone: Tone }> = {
  pending: { label: 'Contestação em análise', tone: 'info' },
  accepted: { label: 'Contestação aceita', tone: 'success' },
  rejected: { label: 'Contestação recusada', tone: 'neutral' },
};

export const incidentLabels: Record<IncidentKind, string> = {
  claim: 'Reclamação',
  cancellation: 'Cancelada por você',
  late: 'Entrega atrasada',
};

export const exclusionLabels: Record<ExclusionReason, string> = {
  related: 'Compra de pessoa ligada a você',
  buyer_abuse: 'Abuso de quem comprou',
  platform_incident: 'Falha do site',
  miscounted: 'Contada por engano',
};
