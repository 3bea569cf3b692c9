import { formatMoment } from '#server/formats.ts';

/** The dashboard page of pending proposals. */
export const proposalsPath = '/dashboard/mudancas';

/** The notice of a pending proposal. Its title names no person, because locked screens show it (T69). */
export function proposalNotice({
  title,
  reason,
  by,
  effectAt,
}: {
  title: string;
  reason: string;
  by: string;
  effectAt: string | null;
}): { title: string; description: string } {
  const what = `@${by} propôs: ${title}. Motivo: ${reason}`;
  return effectAt === null
    ? {
        title: 'Uma mudança espera outro admin',
        description: `${what}\n\nConfira e confirme, ou pare a mudança se algo parecer errado.`,
      }
    : {
        title: 'Uma mudança vai valer sem outro admin',
        description: `${what}\n\nHá um só admin, então ela vale a partir de ${formatMoment(new Date(effectAt))}. Qualquer pessoa da equipe pode pará-la antes.`,
      };
}
