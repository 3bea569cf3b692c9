import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

const levels = fieldsOfGroup('levels');
const day = 86_400_000;

/** The settings of the protection of minors (F58), in display order. */
export const ageFields: readonly SettingField[] = [
  levels.toggle('ages.enforced', 'Idade confirmada conta para comprar e vender', {
    help: 'Lei 15.211/2025. Desligada, menores compram e vendem como adultos: só para ambientes de teste.',
  }),
  levels.money('ages.unprovenPerOrderCents', 'Idade não confirmada: compra de até'),
  levels.money('ages.unprovenPerMonthCents', 'Idade não confirmada: compras por mês'),
  levels.money('ages.minorPerOrderCents', 'Menor de 18 sem responsável: compra de até'),
  levels.money('ages.minorPerMonthCents', 'Menor de 18 sem responsável: compras por mês'),
  levels.money('ages.guardedPerMonthCents', 'O máximo que um responsável autoriza por mês'),
  levels.count('ages.minorsPerGuardian', 'Menores por responsável', { min: 1, max: 20 }),
  levels.time('ages.consentAnswerMs', 'Prazo para o responsável responder', { min: day, max: 30 * day }),
  {
    path: 'ages.graceDays',
    group: 'levels',
    label: 'Contas de antes destas regras não precisam confirmar a idade por',
    unit: 'days',
    min: 0,
    max: 365,
  },
];
