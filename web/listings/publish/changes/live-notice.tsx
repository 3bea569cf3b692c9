import { Banner } from '#web/ui/page/banner.tsx';
import { fieldList } from '#web/listings/revised-field-words.ts';
import type { LiveChanges } from './live-changes.ts';

/** What of an edit the team looks at first, while it is written. */
export function LiveNotice({ changes }: { changes: LiveChanges | null }) {
  if (!changes || changes.fields.length === 0) return null;
  return (
    <Banner title={`Passa pela revisão: ${fieldList(changes.fields)}`}>
      O anúncio continua no ar como está até a equipe decidir.
    </Banner>
  );
}

export const isEmpty = ({ now, fields }: LiveChanges) => fields.length === 0 && Object.keys(now).length === 0;

/** What the last step's button does. */
export function sendWords(changes: LiveChanges | null): string {
  if (!changes) return 'Publicar anúncio';
  return changes.fields.length > 0 ? 'Enviar para revisão' : 'Salvar anúncio';
}
