import { AlertDialog as RadixAlertDialog } from 'radix-ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { overlayStyles, rememberOpener, returnFocus } from './overlay.ts';
import type { OpenProps, useOpen } from './overlay.ts';
import { TextInput } from '#web/ui/forms/text-input.tsx';

export interface AlertDialogProps extends Omit<OpenProps, 'dismissable'> {
  trigger?: ReactNode;
  /** Verb and object: «Excluir anúncio». */
  title: ReactNode;
  /** The consequence, with numbers. */
  description: ReactNode;
  /** «Manter anúncio»: focused first. */
  cancelLabel: string;
  /** Repeats the verb of the title. */
  confirmLabel: string;
  /** The dialog stays open until the caller closes it, so a failure can be shown inside. */
  onConfirm: () => void;
  loading?: boolean;
  /** Why it cannot be confirmed yet. */
  disabledReason?: string | undefined;
  tone?: 'danger' | 'primary';
  /** A text to type before confirming; only for actions that cannot be undone. */
  typeToConfirm?: string;
  /** Such as a reason field or an error banner. */
  children?: ReactNode;
}

interface AlertDialogPanelProps extends Omit<AlertDialogProps, 'trigger' | keyof OpenProps> {
  root: ReturnType<typeof useOpen>;
}

/** The dialog itself; its code loads before it is first opened. */
export function AlertDialogPanel({ root, ...props }: AlertDialogPanelProps) {
  const [typed, setTyped] = useState('');
  const phrase = props.typeToConfirm;
  const reason = phrase && typed !== phrase ? `Digite «${phrase}» para liberar.` : props.disabledReason;
  return (
    <RadixAlertDialog.Root {...root}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={overlayStyles} />
        <RadixAlertDialog.Content
          data-slot="alert-dialog"
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-dialog flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[480px] -translate-1/2 flex-col gap-4 overflow-y-auto rounded-xl bg-surface p-5 shadow-lg ease-enter duration-dialog data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-bottom-3 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:duration-dialog-out md:p-6"
        >
          <div className="flex flex-col gap-2">
            <RadixAlertDialog.Title className="text-h2">{props.title}</RadixAlertDialog.Title>
            <RadixAlertDialog.Description asChild>
              <div className="text-body text-ink-2">{props.description}</div>
            </RadixAlertDialog.Description>
          </div>
          {props.children}
          {phrase && (
            <Field label={`Digite «${phrase}»`}>
              <TextInput
                value={typed}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
          )}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <RadixAlertDialog.Cancel asChild>
              <Button variant="secondary">{props.cancelLabel}</Button>
            </RadixAlertDialog.Cancel>
            <Button
              variant={props.tone ?? 'danger'}
              loading={props.loading}
              disabledReason={reason}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
