import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';

/** A placeholder of a settings page: a title and its sections. */
export function SettingsSkeleton({ name }: { name: string }) {
  return (
    <Loading name={name} className="flex flex-col gap-8 pb-10">
      <Skeleton className="h-9 w-44" />
      {[1, 2, 3].map((section) => (
        <div
          key={section}
          className="grid gap-4 border-t border-border pt-6 md:gap-x-10 xl:grid-cols-[220px_minmax(0,640px)]"
        >
          <div>
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-2 h-4 w-52 max-w-full" />
          </div>
          <Skeleton className="h-44 max-w-160 rounded-lg" />
        </div>
      ))}
    </Loading>
  );
}
