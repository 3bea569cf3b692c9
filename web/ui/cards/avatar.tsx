import { useState } from 'react';
import { cn } from '#web/ui/styles/class-names.ts';
import { Tiles } from '#web/ui/theme/tiles.tsx';

export interface AvatarProps {
  /** The person's name: its initial and tiles replace a missing photo. */
  name: string;
  /** `default.png` counts as no photo. */
  src?: string | null;
  size?: 24 | 32 | 40 | 64 | 96;
  /** Leave empty beside a visible name. */
  alt?: string;
  className?: string;
}

const sizes = {
  24: 'size-6 text-[0.625rem]',
  32: 'size-8 text-xs',
  40: 'size-10 text-ui',
  64: 'size-16 text-h2',
  96: 'size-24 text-h1',
};

/** A round photo; tiles and an initial when there is none or it fails to load. */
export function Avatar({ name, src, size = 40, alt = '', className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const photo = src && !src.endsWith('default.png') && failed !== src ? src : null;
  return (
    <span
      data-slot="avatar"
      className={cn(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-surface-2',
        sizes[size],
        className,
      )}
    >
      {photo ? (
        <img
          src={photo}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          className="size-full object-cover"
          onError={() => setFailed(photo)}
        />
      ) : (
        <>
          <Tiles seed={name} cols={2} rows={2} tone="soft" className="absolute inset-0 size-full" />
          <span
            {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
            className="relative flex size-[64%] items-center justify-center rounded-full bg-brand font-sans leading-none font-bold text-on-brand"
          >
            {initial(name)}
          </span>
        </>
      )}
    </span>
  );
}

function initial(name: string): string {
  return [...name.replace(/^@/, '').trim()][0]?.toLocaleUpperCase('pt-BR') ?? '';
}
