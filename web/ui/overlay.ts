/** The veil behind dialogs and sheets. */
export const overlayStyles =
  'fixed inset-0 z-overlay bg-scrim ease-enter duration-dialog data-[state=open]:animate-in data-[state=open]:fade-in-0 ' +
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:ease-exit data-[state=closed]:duration-dialog-out';

// A custom control keeps a hidden twin for its form: that one is not to be focused.
const fields =
  'input:not([type=hidden], :disabled, [aria-hidden]), textarea, select, [role=combobox], [role=radio], [role=checkbox]';

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
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
    event.preventDefault();
}

const openers = new WeakMap<EventTarget, Element>();

/** For `onOpenAutoFocus`: who had the focus before. Radix itself only knows openers that are its own triggers. */
export function rememberOpener(event: Event): void {
  if (event.currentTarget && document.activeElement) openers.set(event.currentTarget, document.activeElement);
}

/**
 * For `onCloseAutoFocus`: the focus goes back to whatever opened it, if that is still there and nothing else, such as
 * the part of the page that was asked for, has taken it meanwhile.
 */
export function returnFocus(event: Event): void {
  const content = event.currentTarget as HTMLElement | null;
  const opener = content && openers.get(content);
  if (!content || !(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return;
  event.preventDefault();
  const present = document.activeElement;
  if (!present || present.contains(opener) || content.contains(present)) opener.focus();
}
