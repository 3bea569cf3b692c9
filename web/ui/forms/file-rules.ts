/** A file being uploaded, as shown to its owner. */
export interface UploadItem {
  id: string;
  /** Preview, or the stored file. */
  url?: string | null;
  name?: string;
  status: 'queued' | 'uploading' | 'processing' | 'done' | 'failed';
  /** 0 to 100. */
  progress?: number;
  error?: string;
}

export interface FileRules {
  /** As in `<input accept>`: «image/*,application/pdf». */
  accept: string;
  maxBytes: number;
  /** «Envie uma imagem ou PDF.» */
  wrongType: string;
}

/** Why a file is refused, or null. */
export function refuseFile(file: File, { accept, maxBytes, wrongType }: FileRules): string | null {
  if (!accepts(accept, file)) return wrongType;
  if (file.size <= maxBytes) return null;
  const megabytes = (file.size / 1_048_576).toFixed(1).replace('.', ',');
  return `Este arquivo tem ${megabytes} MB. O limite é ${Math.floor(maxBytes / 1_048_576)} MB.`;
}

function accepts(accept: string, file: File): boolean {
  return accept
    .split(',')
    .map((kind) => kind.trim())
    .some((kind) =>
      kind.startsWith('.')
        ? file.name.toLowerCase().endsWith(kind)
        : kind.endsWith('/*')
          ? file.type.startsWith(kind.slice(0, -1))
          : file.type === kind,
    );
}
