import { ImageUp } from '#web/ui/icons/icons.tsx';
import { useRef, useState } from 'react';
import { uploadImage } from '#contract/listings/images.ts';
import { brandColor, contrast } from '#domain/settings/brand.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { ApiError, imageUrl, upload } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { useField } from '#web/ui/forms/field.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';

interface BrandInputProps {
  value: SettingValue;
  readOnly: boolean;
  onChange: (value: SettingValue) => void;
}

/** The hue of all brand colours, with its contrast in both themes while it is changed. */
export function HueInput({ value, readOnly, onChange }: BrandInputProps) {
  const field = useField();
  const hue = Number(value);
  return (
    <div className="flex flex-col gap-3">
      <input
        {...field}
        type="range"
        min={0}
        max={359}
        value={hue}
        disabled={readOnly}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-11 w-full cursor-pointer disabled:cursor-not-allowed"
        style={{
          accentColor: `light-dark(${brandColor('light', 'brand', hue)}, ${brandColor('dark', 'brand', hue)})`,
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        <Sample theme="light" hue={hue} label="Claro" />
        <Sample theme="dark" hue={hue} label="Escuro" />
      </div>
    </div>
  );
}

function Sample({ theme, hue, label }: { theme: 'light' | 'dark'; hue: number; label: string }) {
  const brand = brandColor(theme, 'brand', hue);
  const on = brandColor(theme, 'on', hue);
  return (
    <span
      className="flex flex-col rounded-md px-3 py-2 text-sm font-semibold"
      style={{ background: brand, color: on }}
    >
      {label} {hue}°
      <span className="text-xs font-normal tabular-nums">
        contraste {formatNumber(Math.round(contrast(brand, on) * 10) / 10)}:1
      </span>
    </span>
  );
}

/** The image that replaces mark and wordmark. The server re-encodes it before storing it. */
export function LogoInput({ value, readOnly, onChange }: BrandInputProps) {
  const field = useField();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const key = typeof value === 'string' ? value : '';
  async function send(file: File | undefined): Promise<void> {
    if (!file) return;
    setPending(true);
    setProblem(null);
    try {
      onChange((await upload(uploadImage, file)).key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.detail);
    }
    setPending(false);
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {key !== '' && (
        <img
          src={imageUrl(key, 480)}
          alt="Logotipo escolhido"
          className="h-8 max-w-35 rounded-sm bg-surface-2 object-contain"
        />
      )}
      <input
        {...field}
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept="image/png,image/webp,image/jpeg,image/avif"
        disabled={readOnly || pending}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          void send(file);
        }}
      />
      {!readOnly && (
        <Button
          variant="secondary"
          icon={<ImageUp aria-hidden="true" />}
          loading={pending}
          aria-describedby={field['aria-describedby']}
          onClick={() => input.current?.click()}
        >
          {key === '' ? 'Escolher imagem' : 'Trocar imagem'}
        </Button>
      )}
      {key !== '' && !readOnly && (
        <Button variant="quiet" onClick={() => onChange('')}>
          Tirar imagem
        </Button>
      )}
      <output className="text-sm text-danger empty:hidden">{problem}</output>
    </div>
  );
}
