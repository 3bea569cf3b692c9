import { useEffect } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textFields =
  'textarea, input:is(:not([type]), [type=text], [type=email], [type=password], [type=tel], [type=search])';
const typed = new Map<TextField, string>();

/**
 * Notes what is typed from now until React has taken the page over. It then gives fields that it controls their
 * first value back, and whoever was quicker than the script would find them empty.
 */
export function noteTypedEarly(): void {
  for (const field of document.querySelectorAll<TextField>(textFields))
    if (field.value !== field.defaultValue) typed.set(field, field.value);
  document.addEventListener('input', note, { capture: true });
}

/** Gives it back, as if it were typed now, once React listens. */
export function useTypedEarly(): void {
  useEffect(() => {
    document.removeEventListener('input', note, { capture: true });
    for (const [field, text] of typed) if (field.isConnected && field.value !== text) type(field, text);
    typed.clear();
  }, []);
}

function note({ target }: Event): void {
  if (target instanceof Element && target.matches(textFields))
    typed.set(target as TextField, (target as TextField).value);
}

/** React overlooks a value set on the element itself: it takes the setter of the element's kind. */
function type(field: TextField, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
