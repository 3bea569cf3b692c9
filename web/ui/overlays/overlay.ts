import { useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import { focusTitle, ancestors } from './move-focus.ts';

/** The dimmed background behind dialogs and sheets. */
export const overlayStyles =
  'fixed inset-0 z-overlay bg-scrim ease-enter duration-dialog data-[state=open]:animate-in data-[state=open]:fade-in-0 ' +
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:ease-exit data-[state=closed]:duration-dialog-out';

export interface OpenProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** False while it must not close by accident: only the caller closes it. */
  dismissable?: boolean;
  /** The address already contains the open state, so that going back closes it. */
  inAddress?: boolean;
}

/** The open state, uncontrolled unless the caller passes `open`; Back closes it. */
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

// Custom controls have a hidden native input for their form, which must not get the focus.
const fields =
  'input:not([type=hidden], :disabled, [aria-hidden]), textarea, select, [role=combobox], [role=radio], [role=checkbox]';

/** A `ref` of a form that replaced its button: focuses its first field. */
export function focusField(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>(fields)?.focus();
}

/** A `ref` of the button that replaced a form: focuses it. */
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

/** Toasts are above every dialog: pressing one must not close the dialog. */
export function keepOpenForToasts(event: Event & { target: EventTarget | null }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster], [data-still-waiting]'))
    event.preventDefault();
}

interface Opener {
  element: Element;
  containers: readonly Element[];
}
const openers = new WeakMap<EventTarget, Opener>();
/** The last opened dialog that is not closed yet. */
let latest: { content: Element; by: Opener } | null = null;

/**
 * For `onOpenAutoFocus`: records the element that had the focus. Radix only knows openers that are its own triggers. A
 * dialog that replaces another inherits its opener.
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
 * For `onCloseAutoFocus`: returns the focus to the opener, if that is still in the page and no other element, such as
 * a newly opened part of the page, has taken the focus. If the action removed the opener, the title of the opener's
 * container gets it.
 */
export function returnFocus(event: Event): void {
  const content = event.currentTarget as HTMLElement | null;
  const { element, containers } = (content && openers.get(content)) ?? {};
  if (latest?.content === content) latest = null;
  if (!content || !(element instanceof HTMLElement)) return;
  event.preventDefault();
  // The address opened the dialog, so there is no opener.
  if (element === document.body)
    return queueMicrotask(() => focusTitle([...document.querySelectorAll('main')]));
  // During this event the dialog still contains the focus, so this waits until it is removed.
  if (!element.isConnected) return queueMicrotask(() => focusTitle(containers!));
  const present = document.activeElement;
  if (present && !present.contains(element) && !content.contains(present)) return;
  element.focus();
  whenRemoved(element, () => focusTitle(containers!));
}

/** Calls `callback` when the focused opener is removed, as by a revalidation after the action. Stops when it loses the focus. */
function whenRemoved(opener: Element, callback: () => void): void {
  const observer = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return;
    observer.disconnect();
    if (!opener.isConnected) callback();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
