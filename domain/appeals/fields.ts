import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

const hour = 3_600_000;
const { time } = fieldsOfGroup('complaints');

/** The settings of appeals against decisions of staff (N04). */
export const appealFields: readonly SettingField[] = [
  time('appeals.windowMs', 'Decisão da equipe: prazo para recorrer', {
    min: 72 * hour,
    help: 'Nunca menos de 72 horas.',
  }),
  time('appeals.decideMs', 'Decisão da equipe: prazo para decidir um recurso', {
    min: hour,
    max: 72 * hour,
    help: 'Nunca mais de 72 horas. Depois, o recurso vai para a administração.',
  }),
];
