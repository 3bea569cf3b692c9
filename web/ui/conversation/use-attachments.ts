import { useRef, useState } from 'react';
import type { UploadItem } from '#web/ui/forms/file-rules.ts';

/** A file of the message being written: uploading, or uploaded with its `fileId`. */
export interface Attachment extends UploadItem {
  name: string;
  /** Null for a file that was uploaded before. */
  file: File | null;
  fileId: number | null;
}

/** The result of an upload; the problem is a text for its sender. */
export type UploadResult = { fileId: number } | { problem: string };

export type UploadFile = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<UploadResult>;

/**
 * The files of the message being written: each is uploaded as soon as it is chosen, and can be removed or retried.
 * @param uploaded files that are uploaded already
 */
export function useAttachments(upload: UploadFile, uploaded: readonly { id: number; name: string }[] = []) {
  const [attachments, setAttachments] = useState<readonly Attachment[]>(() =>
    uploaded.map(({ id, name }) => ({ id: `${id}`, name, file: null, fileId: id, status: 'done' })),
  );
  const abortControllers = useRef(new Map<string, AbortController>());

  function update(id: string, changes: Partial<Attachment>): void {
    setAttachments((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  }

  async function start(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    abortControllers.current.set(id, controller);
    const onProgress = (share: number) => update(id, { progress: share * 100 });
    const result = await upload(file, { onProgress, signal: controller.signal });
    if (controller.signal.aborted) return;
    update(
      id,
      'fileId' in result
        ? { status: 'done', fileId: result.fileId }
        : { status: 'failed', error: result.problem },
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
    abortControllers.current.get(id)?.abort();
    setAttachments((all) => all.filter((one) => one.id !== id));
  }

  function retry(id: string): void {
    const found = attachments.find((one) => one.id === id);
    if (!found?.file) return;
    update(id, { status: 'uploading', progress: 0, error: undefined });
    void start(id, found.file);
  }

  /** After sending, the files belong to the message. */
  const clear = () => setAttachments([]);

  return { attachments, add, remove, retry, clear };
}
