import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { bareControl, ControlFrame } from './control-frame.tsx';
import { useField } from './field.tsx';

export interface TextInputProps extends ComponentProps<'input'> {
  /** Icon or unit inside the box, before the text. */
  leading?: ReactNode;
  /** Icon, unit or button inside the box, after the text. */
  trailing?: ReactNode;
  frameClassName?: string;
}

/** One line of text. Inside a `Field` it gets label, hint and error from it. */
export function TextInput({ leading, trailing, frameClassName, className, ...props }: TextInputProps) {
  return (
    <ControlFrame leading={leading} trailing={trailing} className={frameClassName}>
      <input
        type="text"
        {...props}
        {...useField(props)}
        data-slot="text-input"
        className={cn(bareControl, className)}
      />
    </ControlFrame>
  );
}
