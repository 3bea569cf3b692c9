const faults = '[data-slot="missing"], main [aria-invalid="true"], main fieldset[aria-describedby*="-error"]';

/** Focus goes to what has to be mended first, once the faults are on the page: to a control, also of a question. */
export function focusFirstFault(): void {
  setTimeout(() => {
    const fault = document.querySelector<HTMLElement>(faults);
    const control = fault?.matches('fieldset')
      ? fault.querySelector<HTMLElement>('input[type="file"], [role="radio"]')
      : fault;
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
  });
}
