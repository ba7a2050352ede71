/* oxlint-disable no-underscore-dangle -- so the library calls its functions */
import { readFile } from "node:fs/promises";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { limits } from "#contract/limits.ts";
import type { RgbImage } from "../project.ts";
import { Refused } from "./refused.ts";

/** The library behind the wrapper: only it can render a page strip by strip, which keeps the memory of a large one low. */
interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  _FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    pointer: number,
    stride: number,
  ): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    color: number,
  ): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
}

export interface PdfPage {
  /** Pixels at the highest resolution. */
  readonly width: number;
  readonly height: number;
  /** Renders it with its longest side at most that long. */
  draw(longest: number): RgbImage;
}

/** Points per inch, and pixels per inch: high enough for small print, on any size of paper. */
const POINTS = 72;
const FINEST = 400;
/** The largest page that PDF readers agree on: five metres. */
const LARGEST_POINTS = 14_400;
const STRIP = 1024;
const BGR = 2;
const WHITE = 0xffffffff;
/** With its annotations (floor plans are marked up by them), red first. */
const ANNOTATIONS_RGB = 0x01 | 0x10;

/** Opens a page (from 1) of a PDF. Throws `Refused` for one that is broken, encrypted, endless, or has no such page. */
export async function openPdf(path: string, page: number): Promise<PdfPage> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await readFile(path)).catch((error: unknown) => {
    throw new Refused("PLAN_UNREADABLE", { cause: error });
  });
  const pages = document.getPageCount();
  if (pages === 0 || pages > limits.sheet.pages) throw new Refused("PLAN_UNREADABLE");
  if (page > pages) throw new Refused("PAGE");
  const opened = document.getPage(page - 1) as unknown as {
    readonly pageIdx: number;
    readonly module: Pdfium;
    getOriginalSize(): { originalWidth: number; originalHeight: number };
  };
  const { originalWidth, originalHeight } = opened.getOriginalSize();
  // A page that cannot be loaded has no number and no size.
  if (opened.pageIdx === 0 || !(originalWidth > 0) || !(originalHeight > 0))
    throw new Refused("PLAN_UNREADABLE");
  if (Math.max(originalWidth, originalHeight) > LARGEST_POINTS) throw new Refused("IMAGE_PIXELS");
  const size = (longest: number) => sizeOf(originalWidth, originalHeight, longest);
  return {
    ...size(limits.sheet.pixels),
    draw: (longest) => drawStrips(opened.module, opened.pageIdx, size(longest)),
  };
}

function sizeOf(pointsWide: number, pointsHigh: number, longest: number) {
  const scale = Math.min(
    FINEST / POINTS,
    longest / Math.max(pointsWide, pointsHigh),
    Math.sqrt(limits.sheet.maxPixels / (pointsWide * pointsHigh)),
  );
  return {
    width: Math.max(1, Math.floor(pointsWide * scale)),
    height: Math.max(1, Math.floor(pointsHigh * scale)),
  };
}

function drawStrips(
  pdfium: Pdfium,
  page: number,
  { width, height }: { width: number; height: number },
): RgbImage {
  const stride = width * 3;
  const data = Buffer.allocUnsafe(stride * height);
  const pointer = pdfium.wasmExports.malloc(stride * STRIP);
  if (pointer === 0) throw new Error("out of memory");
  for (let top = 0; top < height; top += STRIP) {
    const rows = Math.min(STRIP, height - top);
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, rows, BGR, pointer, stride);
    if (bitmap === 0) throw new Refused("PLAN_UNREADABLE");
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, -top, width, height, 0, ANNOTATIONS_RGB);
    pdfium._FPDFBitmap_Destroy(bitmap);
    // Read on each access: the heap moves when it grows.
    data.set(pdfium.HEAPU8.subarray(pointer, pointer + stride * rows), top * stride);
  }
  pdfium.wasmExports.free(pointer);
  return { data, width, height };
}
