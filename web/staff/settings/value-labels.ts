import type { SettingValue } from '#domain/settings/settings.ts';
import type { SettingUnit } from '#domain/settings/groups.ts';
import { dayOfHoliday, nameOfHoliday } from '#domain/business-days.ts';
import { durationText } from '#domain/text/durations.ts';
import { excerptOf } from '#domain/text/excerpts.ts';
import { formatBps, formatCents, formatNumber } from '#web/ui/data/formats.ts';

/** Names of the sections with settings, in their order. */
export const groupLabels = {
  brand: 'Marca',
  company: 'Empresa',
  plans: 'Planos',
  orders: 'Pedidos e prazos',
  calendar: 'Calendário',
  payments: 'Pagamentos',
  shipping: 'Envios e frete',
  complaints: 'Reclamações',
  refunds: 'Reembolsos',
  withdrawals: 'Saques',
  listings: 'Anúncios',
  community: 'Comunidade',
  levels: 'Níveis e limites',
  support: 'Atendimento e conversas',
  letters: 'E-mails',
  security: 'Segurança',
  privacy: 'Dados pessoais',
} as const;

interface ValueFormat {
  unit: SettingUnit;
  choices: readonly { value: string; label: string }[];
}

/** A formatted value: «R$ 2,50», «9,9%», «30 minutos», «sem limite». */
export function valueText({ unit, choices }: ValueFormat, value: SettingValue): string {
  if (value === null) return 'sem limite';
  if (unit === 'holidays' && Array.isArray(value)) return value.map(holidayText).join(', ') || 'nenhum';
  if (Array.isArray(value)) return value.map((one) => nameOf(choices, one)).join(', ') || 'nenhuma';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (unit === 'wording') return wordingText(String(value));
  if (unit === 'picture') return value === '' ? 'símbolo com o nome' : 'imagem enviada';
  if (typeof value === 'string') return nameOf(choices, value);
  if (unit === 'cents') return formatCents(value);
  if (unit === 'bps') return formatBps(value);
  if (unit === 'ms') return durationText(value);
  if (unit === 'degrees') return `${value}°`;
  if (unit === 'days') return value === 1 ? '1 dia' : `${formatNumber(value)} dias`;
  return unit === 'years' ? `${value} anos` : formatNumber(value);
}

/** «25/01/2027 Aniversário de São Paulo» */
function holidayText(holiday: string): string {
  const [year, month, day] = dayOfHoliday(holiday).split('-');
  return `${day}/${month}/${year} ${nameOfHoliday(holiday)}`;
}

const excerptLength = 120;

function wordingText(text: string): string {
  if (text === '') return 'texto padrão';
  return `«${excerptOf(text, excerptLength)}»`;
}

function nameOf(choices: ValueFormat['choices'], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** Units in which a duration is typed, longest first. */
export const durationUnits = [
  { value: 'days', label: 'dias', ms: 86_400_000 },
  { value: 'hours', label: 'horas', ms: 3_600_000 },
  { value: 'minutes', label: 'minutos', ms: 60_000 },
  { value: 'seconds', label: 'segundos', ms: 1_000 },
] as const;
export type DurationUnit = (typeof durationUnits)[number]['value'];

/** The longest unit in which a duration is a whole number. */
export function durationUnitOf(durationMs: number): DurationUnit {
  return durationUnits.find(({ ms }) => durationMs >= ms && durationMs % ms === 0)?.value ?? 'seconds';
}

/** A typed percentage in basis points; null when it is not a number: «9,9» → 990. */
export function parsePercent(text: string): number | null {
  const match = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
