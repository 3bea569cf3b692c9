import { fieldsOfGroup } from '#domain/settings/groups.ts';
import type { SettingField } from '#domain/settings/groups.ts';

/** Settings of declared outages (N14), in milliseconds. */
export interface IncidentRules {
  /** How far back a person may set an incident's start. */
  backdateMs: number;
  /** The silence of the whole installation after which it declares an incident by itself; 0 never does. */
  silenceMs: number;
}

const minute = 60_000;
const hour = 60 * minute;

export const defaultIncidentRules: IncidentRules = { backdateMs: 24 * hour, silenceMs: 15 * minute };

/** Letters of what everyone reads about an incident. */
export const incidentWords = { min: 10, max: 300 };

const { time } = fieldsOfGroup('orders');

export const incidentFields: readonly SettingField[] = [
  time('incidents.backdateMs', 'Falha nossa: início até tanto tempo atrás', {
    min: hour,
    max: 7 * 24 * hour,
  }),
  time('incidents.silenceMs', 'Falha nossa: registrada automaticamente depois de o sistema parar por', {
    min: 0,
    max: 24 * hour,
    help: 'Zero desliga o registro automático.',
  }),
];
