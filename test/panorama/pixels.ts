import sharp from "sharp";

/** 8 bit RGB pixels, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export async function readPixels(picture: string | Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture, { limitInputPixels: false })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/**
 * Catmull-Rom over 4x4 pixels of a picture that wraps around horizontally.
 * @param out red, green and blue are added to it, so that several samples can be averaged.
 */
export function addBicubic(pixels: Pixels, x: number, y: number, out: Float64Array): void {
  const { width, height, data } = pixels;
  const [x0, y0] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [wx, wy] = [weights(x - 0.5 - x0), weights(y - 0.5 - y0)];
  for (let j = 0; j < 4; j++) {
    const row = Math.min(Math.max(y0 + j - 1, 0), height - 1) * width;
    for (let i = 0; i < 4; i++) {
      const col = (x0 + i - 1 + width) % width;
      const weight = (wx[i] ?? 0) * (wy[j] ?? 0);
      const at = (row + col) * 3;
      for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + weight * (data[at + c] ?? 0);
    }
  }
}

function weights(f: number): [number, number, number, number] {
  return [
    f * (-0.5 + f * (1 - 0.5 * f)),
    1 + f * f * (-2.5 + 1.5 * f),
    f * (0.5 + f * (2 - 1.5 * f)),
    f * f * (-0.5 + 0.5 * f),
  ];
}

/** The square in the centre of a picture. */
export function cropMiddle({ width, height, data }: Pixels, edge: number): Pixels {
  const [left, top] = [Math.floor((width - edge) / 2), Math.floor((height - edge) / 2)];
  const rows = Array.from({ length: edge }, (_, y) => {
    const from = ((top + y) * width + left) * 3;
    return data.subarray(from, from + edge * 3);
  });
  return { width: edge, height: edge, data: Uint8Array.from(Buffer.concat(rows)) };
}
