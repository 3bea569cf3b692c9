import { useRef, useState } from 'react';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';

/** A file beside the text being written: on its way up, or up and known to the server by `fileId`. */
export interface Attachment extends UploadItem {
  name: string;
  /** Null for one that was up before. */
  file: File | null;
  fileId: number | null;
}

/** How an upload ended; the reason is in words for its sender. */
export type UploadAnswer = { fileId: number } | { problem: string };

export type UploadFile = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<UploadAnswer>;

/**
 * The files of the message being written: each goes up as soon as it is chosen, and can be taken back or retried.
 * @param present those that are up already
 */
export function useAttachments(upload: UploadFile, present: readonly { id: number; name: string }[] = []) {
  const [attachments, setAttachments] = useState<readonly Attachment[]>(() =>
    present.map(({ id, name }) => ({ id: `${id}`, name, file: null, fileId: id, status: 'done' })),
  );
  const stops = useRef(new Map<string, AbortController>());

  function change(id: string, news: Partial<Attachment>): void {
    setAttachments((all) => all.map((one) => (one.id === id ? { ...one, ...news } : one)));
  }

  async function start(id: string, file: File): Promise<void> {
    const stop = new AbortController();
    stops.current.set(id, stop);
    const onProgress = (share: number) => change(id, { progress: share * 100 });
    const answer = await upload(file, { onProgress, signal: stop.signal });
    if (stop.signal.aborted) return;
    change(
      id,
      'fileId' in answer
        ? { status: 'done', fileId: answer.fileId }
        : { status: 'failed', error: answer.problem },
    );
  }

  function add(files: readonly File[]): void {
    const added = files.map((file) => ({
      id: crypto.randomUUID(),
      name: file.name,
      file,
      fileId: null,
      status: 'uploading' as const,
      progress: 0,
    }));
    setAttachments((all) => [...all, ...added]);
    for (const { id, file } of added) void start(id, file);
  }

  function remove(id: string): void {
    stops.current.get(id)?.abort();
    setAttachments((all) => all.filter((one) => one.id !== id));
  }

  function retry(id: string): void {
    const found = attachments.find((one) => one.id === id);
    if (!found?.file) return;
    change(id, { status: 'uploading', progress: 0, error: undefined });
    void start(id, found.file);
  }

  /** After sending: the files belong to the message now. */
  const clear = () => setAttachments([]);

  return { attachments, add, remove, retry, clear };
}
