import { Check, Copy } from '#web/ui/icons/icons.tsx';
import { useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'full' | 'className'> {
  text: string;
  /** Names the copied text: «Copiar código Pix». */
  label?: string;
  /** Label after copying: «Código copiado». */
  copiedLabel?: string;
  onCopied?: () => void;
}

const confirmationMs = 2_000;

/** «Copiar» → «Copiado» for 2 s. Where the clipboard is blocked, the text appears selected instead. */
export function CopyButton({
  text,
  label = 'Copiar',
  copiedLabel = 'Copiado',
  onCopied,
  variant = 'secondary',
  ...buttonProps
}: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'blocked'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function copy(): Promise<void> {
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setState('blocked');
      return;
    }
    setState('copied');
    onCopied?.();
    timer.current = setTimeout(() => setState('idle'), confirmationMs);
  }

  const Icon = state === 'copied' ? Check : Copy;
  return (
    <>
      <Button {...buttonProps} variant={variant} icon={<Icon aria-hidden="true" />} onClick={copy}>
        {state === 'copied' ? copiedLabel : label}
      </Button>
      <output className="sr-only">{state === 'copied' ? copiedLabel : ''}</output>
      {state === 'blocked' && (
        <input
          readOnly
          ref={selectAll}
          value={text}
          aria-label="Selecione e copie este texto"
          onFocus={(event) => event.target.select()}
          className="h-control w-full rounded-md border border-border-strong bg-surface-2 px-3 font-mono text-sm text-ink"
        />
      )}
    </>
  );
}

function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
