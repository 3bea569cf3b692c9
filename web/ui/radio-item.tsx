import { RadioGroup } from 'radix-ui';
import type { ComponentProps, FocusEvent } from 'react';

/**
 * One radio of a group. An arrow key moves the focus and the choice together; the library moves the choice only while
 * the key is still down, and a quick press on a slow machine is over before the focus arrives.
 */
export function RadioItem(props: ComponentProps<typeof RadioGroup.Item>) {
  return <RadioGroup.Item {...props} onFocus={chooseIfMovedTo} />;
}

/** A group is one tab stop, so that only an arrow moves a visible focus from one of its radios to another. */
function chooseIfMovedTo({ currentTarget, relatedTarget }: FocusEvent<HTMLButtonElement>): void {
  const group = currentTarget.closest('[role=radiogroup]');
  const moved =
    relatedTarget instanceof Element &&
    relatedTarget.getAttribute('role') === 'radio' &&
    group?.contains(relatedTarget);
  if (
    moved &&
    currentTarget.matches(':focus-visible') &&
    currentTarget.getAttribute('aria-checked') !== 'true'
  )
    currentTarget.click();
}
