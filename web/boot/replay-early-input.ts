import { useEffect } from 'react';

declare global {
  interface Window {
    /** The last press before hydration, recorded by the inline script (`start-script.ts`). */
    earlyAction?: { button: HTMLButtonElement } | { form: HTMLFormElement; submitter: HTMLElement | null };
    recordEarlyAction?: (event: Event) => void;
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textFields =
  'textarea, input:is(:not([type]), [type=text], [type=email], [type=password], [type=tel], [type=search])';
const typed = new Map<TextField, string>();
const ticked = new Map<HTMLInputElement, boolean>();
const chosen = new Map<HTMLSelectElement, string>();

/**
 * Records input until React has hydrated the page. React does not know of it: the next render resets controlled fields
 * to their initial value, and no event handler runs for the others.
 */
export function recordEarlyInput(): void {
  for (const field of document.querySelectorAll('input, textarea, select'))
    if (isChanged(field)) record(field);
  document.addEventListener('input', recordTarget, { capture: true });
}

/** After hydration: dispatches the recorded input again and replays the last press. */
export function useReplayEarlyInput(): void {
  useEffect(() => {
    document.removeEventListener('input', recordTarget, { capture: true });
    for (const [field, text] of typed) if (field.isConnected) type(field, text);
    for (const [box, state] of ticked) if (box.isConnected) tick(box, state);
    for (const [list, value] of chosen) if (list.isConnected) choose(list, value);
    for (const recorded of [typed, ticked, chosen]) recorded.clear();
    for (const kind of ['click', 'submit']) removeEventListener(kind, window.recordEarlyAction!, true);
    // After React has rendered the replayed input.
    setTimeout(replayAction);
  }, []);
}

function recordTarget({ target }: Event): void {
  if (target instanceof Element) record(target);
}

function record(field: Element): void {
  if (isText(field)) typed.set(field, field.value);
  else if (isBox(field)) ticked.set(field, field.checked);
  else if (field instanceof HTMLSelectElement) chosen.set(field, field.value);
}

/** Whether a field differs from its initial value. */
function isChanged(field: Element): boolean {
  if (isText(field)) return field.value !== field.defaultValue;
  // A radio button that lost its mark changes together with the one that got it.
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

/** React ignores an input event with a value it already knows, so the field is emptied first. */
function type(field: TextField, text: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  field.value = '';
  // The prototype's setter bypasses React's own setter on the element, which would record the text as known.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Sets the opposite state through React's setter, so that the click is a change. */
function tick(box: HTMLInputElement, state: boolean): void {
  box.checked = !state;
  box.click();
}

function choose(list: HTMLSelectElement, value: string): void {
  list.value = value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

function replayAction(): void {
  const action = window.earlyAction;
  if (!action) return;
  if ('form' in action) return action.form.requestSubmit(action.submitter);
  // Menus open on `pointerdown`, not on `click`.
  action.button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  action.button.click();
}
