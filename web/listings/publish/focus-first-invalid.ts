const invalidSelector =
  '[data-slot="missing"], main [aria-invalid="true"], main fieldset[aria-describedby*="-error"]';

/** Focuses the first invalid control once the errors are rendered, also inside a group of options. */
export function focusFirstInvalid(): void {
  setTimeout(() => {
    const invalid = document.querySelector<HTMLElement>(invalidSelector);
    const control = invalid?.matches('fieldset')
      ? invalid.querySelector<HTMLElement>('input[type="file"], [role="radio"]')
      : invalid;
    control?.focus();
    control?.scrollIntoView({ block: 'center' });
  });
}
