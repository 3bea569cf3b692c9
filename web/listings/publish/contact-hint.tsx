import type { ReactNode } from 'react';
import { useContacts } from '#web/community/contacts.ts';
import { CircleAlert } from '#web/ui/icons/icons.tsx';

const maxNamed = 3;

/** The hint of a text field, or a warning that names the contacts in what is typed, which the review refuses (L03). */
export function ContactHint({ text, children }: { text: string; children?: ReactNode }) {
  const contacts = [...new Set(useContacts(text.trim()))].slice(0, maxNamed);
  return (
    <output className="flex gap-1.5">
      {contacts.length === 0 ? (
        <span>{children}</span>
      ) : (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-on-warning-soft" />
          <span className="min-w-0 font-medium wrap-anywhere text-on-warning-soft">
            Tire {contacts.map((contact) => `“${contact}”`).join(', ')}: a revisão não aceita telefone,
            e-mail, @nome ou link. A conversa fica no pedido.
          </span>
        </>
      )}
    </output>
  );
}
