import { Bell } from '#web/ui/icons/icons.tsx';
import { Suspense } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.ts';

const NoticeIcon = lazyPart(async () => ({ default: (await import('./notice-icon.tsx')).NoticeIcon }), {
  background: true,
});

/** The icon of a notice; a bell until the icons have loaded. */
export function LazyNoticeIcon({ icon }: { icon: string }) {
  return (
    <Suspense fallback={<Bell aria-hidden="true" />}>
      <NoticeIcon name={icon} />
    </Suspense>
  );
}
