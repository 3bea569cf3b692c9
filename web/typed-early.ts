import { useEffect } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textFields =
  'textarea, input:is(:not([type]), [type=text], [type=email], [type=password], [type=tel], [type=search])';
const typed = new Map<TextField, string>();

/**
 * Notes what is typed from now until React has taken the page over. React knows nothing of it and gives the fields
 * that it controls their first value back as soon as it draws them again.
 */
export function noteTypedEarly(): void {
  for (const field of document.querySelectorAll<TextField>(textFields))
    if (field.value !== field.defaultValue) typed.set(field, field.value);
  document.addEventListener('input', note, { capture: true });
}

/** Types it once more, now that React listens. */
export function useTypedEarly(): void {
  useEffect(() => {
    document.removeEventListener('input', note, { capture: true });
    for (const [field, text] of typed) if (field.isConnected) type(field, text);
    typed.clear();
  }, []);
}

function note({ target }: Event): void {
  if (target instanceof Element && target.matches(textFields))
    typed.set(target as TextField, (target as TextField).value);
}

/** React looks away from a value that it thinks was there, so it is shown an empty field first. */
function type(field: TextField, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  field.value = '';
  // Past React's own setter on the element, which would take the text as known.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
