import { Eye } from '#web/ui/icons/icons.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

const Preview = lazyPart(() => import('./preview.tsx').then((module) => ({ default: module.Preview })));
const PhoneSheet = lazyPart(() =>
  import('#web/listings/photo-links/phone-sheet.tsx').then((module) => ({ default: module.PhoneSheet })),
);

/** The preview next to the form, or behind a button on phones, where the fields come first. */
export function LazyPreview(props: ComponentProps<typeof Preview>) {
  return (
    <Suspense fallback={<Skeleton className="h-140 rounded-lg" />}>
      <Preview {...props} />
    </Suspense>
  );
}

/** «Ver prévia», shown where there is no room next to the form. */
export function PreviewSheet({ children }: { children: ReactNode }) {
  return (
    <Sheet
      title="Prévia"
      trigger={
        <Button variant="secondary" icon={<Eye aria-hidden="true" />} className="self-start lg:hidden">
          Ver prévia
        </Button>
      }
    >
      {children}
    </Sheet>
  );
}

interface LazyPhoneSheetProps extends Omit<ComponentProps<typeof PhoneSheet>, 'open'> {
  /** Null until it is first opened; a closed sheet still receives photos. */
  phone: 'open' | 'closed' | null;
}

/** Loads when it is first opened. */
export function LazyPhoneSheet({ phone, ...rest }: LazyPhoneSheetProps) {
  if (!phone) return null;
  return (
    <Suspense>
      <PhoneSheet open={phone === 'open'} {...rest} />
    </Suspense>
  );
}
