import { useId, useState, type ComponentProps } from 'react';
import { visibleLength } from '#domain/text/visible-length.ts';
import { cn } from '#web/ui/styles/class-names.ts';
import { frameStyles } from './control-frame.tsx';
import { useField } from './field.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';

export interface TextareaProps extends ComponentProps<'textarea'> {
  minRows?: number;
  maxRows?: number;
  /** Shows a counter from 80 % of the limit; longer text can be typed, and the field should then show an error. */
  limit?: number;
}

const lengthOf = (value: ComponentProps<'textarea'>['value']) => visibleLength(String(value ?? ''));

/** A multi-line text field that grows with its text. */
export function Textarea({ minRows = 3, maxRows = 10, limit, className, ...props }: TextareaProps) {
  const counterId = useId();
  const [typed, setTyped] = useState(() => lengthOf(props.defaultValue));
  const length = props.value === undefined ? typed : lengthOf(props.value);
  const counted = limit !== undefined && length >= limit * 0.8;
  const wiring = useField({ ...props, 'aria-describedby': counted ? counterId : props['aria-describedby'] });
  return (
    <div className="flex flex-col gap-1">
      <div className={frameStyles} data-slot="control">
        <textarea
          {...props}
          {...wiring}
          rows={minRows}
          data-slot="textarea"
          style={{
            maxHeight: `calc(${maxRows} * 1.55em + 20px)`,
            minHeight: `calc(${minRows} * 1.55em + 20px)`,
          }}
          className={cn(
            'field-sizing-content min-w-0 flex-1 resize-none bg-transparent px-3 py-2.5 text-body text-ink outline-none',
            className,
          )}
          onChange={(event) => {
            setTyped(visibleLength(event.target.value));
            props.onChange?.(event);
          }}
        />
      </div>
      {counted && (
        <p
          id={counterId}
          className={cn(
            'text-right text-sm text-ink-3 tabular-nums',
            length > limit && 'font-semibold text-danger',
          )}
        >
          {formatNumber(length)} de {formatNumber(limit)} letras
        </p>
      )}
    </div>
  );
}
