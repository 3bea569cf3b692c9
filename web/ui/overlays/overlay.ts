import { useState } from 'react';
import { useCloseOnBack } from './back-closes.ts';
import { focusTitle, ancestors } from './hand-over-focus.ts';

/** The veil behind dialogs and sheets. */
export const overlayStyles =
  'fixed inset-0 z-overlay bg-scrim ease-enter duration-dialog data-[state=open]:animate-in data-[state=open]:fade-in-0 ' +
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:ease-exit data-[state=closed]:duration-dialog-out';

export interface OpenProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** False while what it shows must not be lost by a slip: only the caller closes it. */
  dismissable?: boolean;
  /** The address already says that it is open, so that going back closes it. */
  inAddress?: boolean;
}

/** Whether it is open, kept here where the caller does not say; Back closes it. */
export function useOpen({ open, onOpenChange, dismissable = true, inAddress = false }: OpenProps) {
  const [isOpenHere, setIsOpenHere] = useState(false);
  const isOpen = open ?? isOpenHere;
  function change(next: boolean): void {
    if (!next && !dismissable) return;
    setIsOpenHere(next);
    onOpenChange?.(next);
  }
  useCloseOnBack(isOpen && !inAddress, dismissable ? () => change(false) : null);
  return { open: isOpen, onOpenChange: change };
}

// A custom control keeps a hidden twin for its form: that one is not to be focused.
const fields =
  'input:not([type=hidden], :disabled, [aria-hidden]), textarea, select, [role=combobox], [role=radio], [role=checkbox]';

/** A `ref` of a form that opened where its button stood: the focus follows. */
export function focusField(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>(fields)?.focus();
}

/** A `ref` of the button that a form left its place to. */
export function focusButton(button: HTMLElement | null): void {
  button?.focus();
}

/** Moves focus to the first field of an opening dialog; without one, to the dialog itself, so its title is read. */
export function focusFirstField(event: Event): void {
  rememberOpener(event);
  const content = event.currentTarget as HTMLElement | null;
  const chosen =
    content?.querySelector<HTMLElement>('[data-autofocus]') ?? content?.querySelector<HTMLElement>(fields);
  event.preventDefault();
  (chosen ?? content)?.focus();
}

/** A message lies above every dialog: using it must not close the dialog. */
export function keepOpenForToasts(event: Event & { target: EventTarget | null }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster], [data-still-waiting]'))
    event.preventDefault();
}

interface Opener {
  element: Element;
  containers: readonly Element[];
}
const openers = new WeakMap<EventTarget, Opener>();
/** The dialog that opened last and was not closed yet. */
let latest: { content: Element; by: Opener } | null = null;

/**
 * For `onOpenAutoFocus`: who had the focus before. Radix itself only knows openers that are its own triggers. A dialog
 * that takes the place of another has that one's opener.
 */
export function rememberOpener({ currentTarget }: Event): void {
  const opener = document.activeElement;
  if (!(currentTarget instanceof Element) || !opener) return;
  const replacesDialog = opener === document.body && latest && !latest.content.isConnected;
  const by = replacesDialog ? latest!.by : { element: opener, containers: ancestors(opener) };
  openers.set(currentTarget, by);
  latest = { content: currentTarget, by };
}

/**
 * For `onCloseAutoFocus`: the focus goes back to whatever opened it, if that is still there and nothing else, such as
 * the part of the page that was asked for, has taken it meanwhile. If what was done took the opener away, it goes to the
 * title of what that stood in.
 */
export function returnFocus(event: Event): void {
  const content = event.currentTarget as HTMLElement | null;
  const { element, containers } = (content && openers.get(content)) ?? {};
  if (latest?.content === content) latest = null;
  if (!content || !(element instanceof HTMLElement)) return;
  event.preventDefault();
  // An address opened it: nothing of the page did.
  if (element === document.body)
    return queueMicrotask(() => focusTitle([...document.querySelectorAll('main')]));
  // The dialog is still in the page, and the focus in it, while it is asked.
  if (!element.isConnected) return queueMicrotask(() => focusTitle(containers!));
  const present = document.activeElement;
  if (present && !present.contains(element) && !content.contains(present)) return;
  element.focus();
  whenRemoved(element, () => focusTitle(containers!));
}

/** What was done may take the opener away once the page has come again, however late; only while it has the focus. */
function whenRemoved(opener: Element, callback: () => void): void {
  const observer = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return;
    observer.disconnect();
    if (!opener.isConnected) callback();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
