import { useState, type DragEvent, type ReactNode } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { useField } from './field.tsx';
import { refuseFile, type FileRules } from './file-rules.ts';

export interface FileDropProps extends FileRules {
  onFiles: (files: File[]) => void;
  /** Files that break a rule, each with its reason. */
  onRefused: (refused: { file: File; reason: string }[]) => void;
  multiple?: boolean;
  disabled?: boolean;
  /** Accessible name of the input without a surrounding `Field`. */
  label?: string;
  className?: string;
  /** The content of the target; pressing anywhere on it opens the picker. */
  children: ReactNode;
}

/** A native file input that is also a drop target. */
export function FileDrop({
  onFiles,
  onRefused,
  multiple,
  disabled,
  label,
  className,
  children,
  ...rules
}: FileDropProps) {
  const wiring = useField();
  const [over, setOver] = useState(false);

  function acceptFiles(files: Iterable<File>): void {
    const checked = [...files]
      .slice(0, multiple ? undefined : 1)
      .map((file) => ({ file, reason: refuseFile(file, rules) }));
    const refused = checked.flatMap(({ file, reason }) => (reason === null ? [] : [{ file, reason }]));
    const accepted = checked.filter(({ reason }) => reason === null).map(({ file }) => file);
    onRefused(refused);
    if (accepted.length > 0) onFiles(accepted);
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!disabled) acceptFiles(event.dataTransfer.files);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is extra; the input inside is the control
    <div
      data-slot="file-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn(
        'relative rounded-lg border-[1.5px] border-dashed border-border-strong bg-surface transition-colors duration-hover hover:bg-surface-2 data-over:border-brand data-over:bg-brand-soft',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-ring has-aria-invalid:border-danger',
        disabled && 'pointer-events-none opacity-55',
        className,
      )}
    >
      <input
        {...wiring}
        aria-label={wiring.id ? undefined : label}
        type="file"
        accept={rules.accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          acceptFiles(event.target.files ?? []);
          event.target.value = '';
        }}
        className="absolute inset-0 z-1 size-full cursor-pointer opacity-0"
      />
      {children}
    </div>
  );
}
