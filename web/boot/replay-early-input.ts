import { useEffect } from 'react';

declare global {
  interface Window {
    /** What was pressed last before React listened, as the page's own script keeps it (`start-script.ts`). */
    earlyDeed?: { button: HTMLButtonElement } | { form: HTMLFormElement; submitter: HTMLElement | null };
    keepEarlyDeed?: (event: Event) => void;
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textFields =
  'textarea, input:is(:not([type]), [type=text], [type=email], [type=password], [type=tel], [type=search])';
const typed = new Map<TextField, string>();
const ticked = new Map<HTMLInputElement, boolean>();
const chosen = new Map<HTMLSelectElement, string>();

/**
 * Notes what is typed, ticked and chosen until React has taken the page over. React knows nothing of it: it gives the
 * fields that it controls their first value back as soon as it draws them again, and does not hear of the others.
 */
export function noteEarlyInput(): void {
  for (const field of document.querySelectorAll('input, textarea, select')) if (differs(field)) note(field);
  document.addEventListener('input', noteTarget, { capture: true });
}

/** Types, ticks and chooses it once more, now that React listens, and does what was pressed last. */
export function useEarlyDeeds(): void {
  useEffect(() => {
    document.removeEventListener('input', noteTarget, { capture: true });
    for (const [field, text] of typed) if (field.isConnected) type(field, text);
    for (const [box, state] of ticked) if (box.isConnected) tick(box, state);
    for (const [list, value] of chosen) if (list.isConnected) choose(list, value);
    for (const noted of [typed, ticked, chosen]) noted.clear();
    for (const kind of ['click', 'submit']) removeEventListener(kind, window.keepEarlyDeed!, true);
    // Once React has drawn what was typed.
    setTimeout(doEarlyDeed);
  }, []);
}

function noteTarget({ target }: Event): void {
  if (target instanceof Element) note(target);
}

function note(field: Element): void {
  if (isText(field)) typed.set(field, field.value);
  else if (isBox(field)) ticked.set(field, field.checked);
  else if (field instanceof HTMLSelectElement) chosen.set(field, field.value);
}

/** From what the page came with. */
function differs(field: Element): boolean {
  if (isText(field)) return field.value !== field.defaultValue;
  // Of two radio buttons the one that lost its mark goes by itself.
  if (isBox(field))
    return field.checked !== field.defaultChecked && (field.checked || field.type !== 'radio');
  if (!(field instanceof HTMLSelectElement)) return false;
  const first = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return field.value !== first?.value;
}

function isText(field: Element): field is TextField {
  return field.matches(textFields);
}

function isBox(field: Element): field is HTMLInputElement {
  return field.matches('[type=checkbox], [type=radio]');
}

/** React looks away from a value that it thinks was there, so it is shown an empty field first. */
function type(field: TextField, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  field.value = '';
  // Past React's own setter on the element, which would take the text as known.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Through React's own setter, so that the press that follows is a change to it. */
function tick(box: HTMLInputElement, state: boolean): void {
  box.checked = !state;
  box.click();
}

function choose(list: HTMLSelectElement, value: string): void {
  list.value = value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

function doEarlyDeed(): void {
  const deed = window.earlyDeed;
  if (!deed) return;
  if ('form' in deed) return deed.form.requestSubmit(deed.submitter);
  // Menus open when they are pressed, not when they are let go.
  deed.button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  deed.button.click();
}
