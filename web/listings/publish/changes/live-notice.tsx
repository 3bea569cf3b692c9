import { Banner } from '#web/ui/page/banner.tsx';
import { fieldList } from '#web/listings/revised-field-labels.ts';
import type { LiveChanges } from './live-changes.ts';

/** Shows during an edit which changes will be reviewed first. */
export function LiveNotice({ changes }: { changes: LiveChanges | null }) {
  if (!changes || changes.fields.length === 0) return null;
  return (
    <Banner title={`Passa pela revisão: ${fieldList(changes.fields)}`}>
      O anúncio continua no ar como está até a equipe decidir.
    </Banner>
  );
}

export const isEmpty = ({ now, fields }: LiveChanges) => fields.length === 0 && Object.keys(now).length === 0;

/** Label of the last step's button. */
export function sendLabel(changes: LiveChanges | null): string {
  if (!changes) return 'Publicar anúncio';
  return changes.fields.length > 0 ? 'Enviar para revisão' : 'Salvar anúncio';
}
