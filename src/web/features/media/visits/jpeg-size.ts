export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Bytes from a file's start that must contain its size: cameras put at most a few previews before it. */
export const headerBytes = 1024 * 1024;

/** Start-of-frame markers; C4, C8 and CC of that range have other meanings. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * Reads width and height of a JPEG from its segments, without decoding it: a hundred megapixels need half a gigabyte
 * once decoded, and a decompression bomb is refused before that. Null when the bytes are no JPEG or end before its
 * size.
 */
export function jpegSize(bytes: Uint8Array): PixelSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else if (isFrame(marker)) return frameSize(view, at);
    else if (marker === 0xda || marker === 0xd9) return null;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function frameSize(view: DataView, at: number): PixelSize | null {
  if (at + 9 > view.byteLength) return null;
  const size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  return size.width > 0 && size.height > 0 ? size : null;
}
