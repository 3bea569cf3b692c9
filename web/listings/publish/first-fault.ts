/** Focus goes to what has to be mended first, once the faults are on the page. */
export function focusFirstFault(): void {
  setTimeout(() => {
    const fault = document.querySelector<HTMLElement>('[data-slot="missing"], main [aria-invalid="true"]');
    fault?.focus();
    fault?.scrollIntoView({ block: 'center' });
  });
}
