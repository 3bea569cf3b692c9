import { RadioGroup } from 'radix-ui';
import type { ComponentProps, KeyboardEvent } from 'react';

/**
 * One radio of a group. An arrow key moves focus and choice together and at once: Radix moves the focus a moment later,
 * and the choice only if the key is still down by then, so after a quick press on a slow device they would differ.
 */
export function RadioItem(props: ComponentProps<typeof RadioGroup.Item>) {
  return <RadioGroup.Item {...props} onKeyDown={chooseByArrow} />;
}

function chooseByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  const arrow = /^Arrow(?:(Up|Left)|Down|Right)$/.exec(event.key);
  if (!arrow || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const group = event.currentTarget.closest('[role=radiogroup]')!;
  const radios = [...group.querySelectorAll<HTMLButtonElement>('[role=radio]:enabled')];
  const next = radios.at((radios.indexOf(event.currentTarget) + (arrow[1] ? -1 : 1)) % radios.length)!;
  next.focus();
  next.click();
}
