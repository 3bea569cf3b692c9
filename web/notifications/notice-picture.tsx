import { Bell } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '#web/boot/lazy-part.ts';

const NoticeIcon = lazyPart(async () => ({ default: (await import('./notice-icon.tsx')).NoticeIcon }), {
  background: true,
});

/** What a notice is about, as a picture; a bell until the pictures are there. */
export function NoticePicture({ icon }: { icon: string }) {
  return (
    <Suspense fallback={<Bell aria-hidden="true" />}>
      <NoticeIcon name={icon} />
    </Suspense>
  );
}
