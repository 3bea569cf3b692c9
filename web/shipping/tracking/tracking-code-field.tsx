import { useState } from 'react';
import { normalizeTrackingCode, trackingCodeError } from '#domain/shipping/tracking-codes.ts';
import type { OwnCarrier } from '#domain/shipping/tracking-codes.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';

/** Letters of a code of the Correios: from here on a wrong digit is named while it is typed. */
const postalCodeLength = 13;

interface CodeFieldProps {
  carrier: OwnCarrier;
  typed: string;
  /** What the server refused. */
  error: string | undefined;
  onType: (text: string) => void;
}

/** The tracking code, checked when it is left, or long enough while it is typed (S09). */
export function TrackingCodeField({ carrier, typed, error, onType }: CodeFieldProps) {
  const [left, setLeft] = useState(false);
  const code = normalizeTrackingCode(typed);
  const checked = code !== '' && (left || code.length >= postalCodeLength);
  return (
    <Field
      label="Código de rastreio"
      hint={`Está no comprovante da postagem.${carrier === 'correios' ? ' Ex.: AA123456785BR' : ''}`}
      error={(checked ? trackingCodeError(carrier, code) : null) ?? error}
      announceError
      className="max-w-sm"
    >
      <TextInput
        name="trackingCode"
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-mono"
        onChange={({ target }) => onType(target.value)}
        onBlur={() => setLeft(true)}
      />
    </Field>
  );
}
