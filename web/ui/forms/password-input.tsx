import { Eye, EyeOff } from '#web/ui/icons/icons.tsx';
import { useState, type ComponentProps } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { bareControl, ControlFrame } from './control-frame.tsx';
import { useField } from './field.tsx';

export interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** `current-password` to sign in, `new-password` to choose one. */
  autoComplete: 'current-password' | 'new-password';
  /** The strength of the typed password, computed by the caller. */
  strength?: 'fraca' | 'boa' | 'forte' | null;
}

const strengths = {
  fraca: { filled: 1, tone: 'bg-danger' },
  boa: { filled: 2, tone: 'bg-warning' },
  forte: { filled: 3, tone: 'bg-success' },
};

/** A password field with a button that shows the text, and an optional strength meter. */
export function PasswordInput({ strength, className, ...props }: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <div className="flex flex-col gap-1.5">
      <ControlFrame className="pr-0">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...props}
          {...useField(props)}
          type={visible ? 'text' : 'password'}
          data-slot="password-input"
          className={cn(bareControl, className)}
        />
        <button
          type="button"
          aria-label="Mostrar senha"
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
          className="flex h-full w-11 shrink-0 items-center justify-center rounded-md text-ink-3 hover:text-ink focus-visible:outline-offset-[-3px]"
        >
          <Icon aria-hidden="true" />
        </button>
      </ControlFrame>
      <output className={cn('text-sm text-ink-2', !strength && 'sr-only')}>
        {strength && (
          <span className="flex items-center gap-2">
            <span aria-hidden="true" className="flex flex-1 gap-1">
              {[1, 2, 3].map((step) => (
                <span
                  key={step}
                  className={cn(
                    'h-1 flex-1 rounded-full',
                    step <= strengths[strength].filled ? strengths[strength].tone : 'bg-surface-3',
                  )}
                />
              ))}
            </span>
            Senha {strength}
          </span>
        )}
      </output>
    </div>
  );
}
