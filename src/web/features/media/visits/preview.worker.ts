import { drawPreview, type Preview } from "./draw-preview.ts";

export interface PreviewAsked {
  readonly id: number;
  readonly file: Blob;
}

export interface PreviewDone {
  readonly id: number;
  readonly preview: Preview;
}

// One after another: each decodes a picture that may need half a gigabyte.
let last: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<PreviewAsked>) => {
  const before = last;
  last = (async () => {
    await before;
    const preview = await drawPreview(data.file);
    postMessage({ id: data.id, preview } satisfies PreviewDone);
  })();
});
