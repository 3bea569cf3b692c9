import { CircleAlert } from '#web/ui/icons/icons.tsx';
import { Label } from 'radix-ui';
import { createContext, use, useId, type ReactNode, type Ref } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Marks «(opcional)»; required fields carry no mark. */
  optional?: boolean;
  /** Announces the error at once; set it only after a submit. */
  announceError?: boolean;
  /** Keeps the label for assistive technology only (search boxes). */
  hideLabel?: boolean;
  /** Link or button at the right of the label: «Esqueci a senha». */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Label, control, hint and error, wired together: the control inside reads ids from context. */
export function Field({
  label,
  hint,
  error,
  optional,
  announceError,
  hideLabel,
  action,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const ids = messageIds(id, { hint, error });
  return (
    <div data-slot="field" className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cn('flex flex-wrap items-baseline justify-between gap-x-3', hideLabel && 'sr-only')}>
        <Label.Root htmlFor={id} className="text-ui font-semibold text-ink">
          {label}
          {optional && <OptionalMark />}
        </Label.Root>
        {action}
      </div>
      <FieldContext value={{ id, describedBy: ids, invalid: Boolean(error) }}>{children}</FieldContext>
      <FieldMessages id={id} hint={hint} error={error} announceError={announceError} />
    </div>
  );
}

/** A group of controls (radios, checkboxes); its error is above them, because they may fill a screen. */
export function FieldSet({
  label,
  hint,
  error,
  optional,
  announceError,
  hideLabel,
  className,
  children,
  ref,
}: FieldProps & { ref?: Ref<HTMLFieldSetElement> }) {
  const id = useId();
  const ids = messageIds(id, { hint, error });
  return (
    <fieldset
      ref={ref}
      data-slot="field-set"
      aria-describedby={ids}
      className={cn('flex min-w-0 flex-col gap-1.5', className)}
    >
      <legend className={cn('mb-1.5 text-ui font-semibold text-ink', hideLabel && 'sr-only')}>
        {label}
        {optional && <OptionalMark />}
      </legend>
      <FieldMessages id={id} error={error} announceError={announceError} />
      {children}
      <FieldMessages id={id} hint={hint} />
    </fieldset>
  );
}

/** Props a control gets from the field around it; its own props take precedence. */
export function useField(own: { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: unknown } = {}) {
  const field = use(FieldContext);
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ');
  return {
    id: own.id ?? field?.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': field?.invalid || Boolean(own['aria-invalid']) || undefined,
  };
}

/** Separates controls nested in another control from the surrounding field. */
export function FieldBoundary({ children }: { children: ReactNode }) {
  return <FieldContext value={null}>{children}</FieldContext>;
}

function OptionalMark() {
  return <span className="font-normal text-ink-3"> (opcional)</span>;
}

function messageIds(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
}

function FieldMessages({
  id,
  hint,
  error,
  announceError,
}: Pick<FieldProps, 'hint' | 'error' | 'announceError'> & { id: string }) {
  return (
    <>
      {error && (
        <p
          id={`${id}-error`}
          role={announceError ? 'alert' : undefined}
          className="flex gap-1.5 text-sm font-medium text-danger"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
    </>
  );
}
