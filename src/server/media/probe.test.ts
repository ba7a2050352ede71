import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "#server/platform/errors.ts";
import { panorama } from "#test/pictures.ts";
import { hasPanoramaRatio, probePanorama } from "./probe.ts";

let directory: string;
let whole: Buffer;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sitewalk-probe-"));
  whole = await panorama();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function probe(bytes: Buffer) {
  const path = join(directory, `${Math.random()}.jpg`);
  await writeFile(path, bytes);
  try {
    return await probePanorama(path, bytes.length);
  } finally {
    await rm(path);
  }
}

const refusal = (bytes: Buffer) =>
  probe(bytes).then(
    () => "accepted",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" } });
const jpeg = (width: number, height: number) => plain(width, height).jpeg().toBuffer();

/** Inserts a segment after the start marker. */
function withSegment(bytes: Buffer, marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([bytes.subarray(0, 2), head, payload, bytes.subarray(2)]);
}

/** The same file with another size in its frame header. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  const frame = changed.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(changed[at + 1] ?? 0));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

describe("accepted files", () => {
  test("a panorama, with its size", async () => {
    expect(await probe(whole)).toEqual({
      width: 3840,
      height: 1920,
      capturedAt: null,
      north: null,
      place: null,
      area: null,
      pose: null,
    });
  });

  test("baseline, progressive, with restart markers, grey, and with maker notes after the end", async () => {
    const one = plain(3840, 1920);
    expect(await refusal(await one.clone().jpeg({ progressive: true }).toBuffer())).toBe("accepted");
    expect(await refusal(await one.clone().jpeg({ mozjpeg: true }).toBuffer())).toBe("accepted");
    expect(await refusal(await one.clone().toColourspace("b-w").jpeg().toBuffer())).toBe("accepted");
    expect(await refusal(Buffer.concat([whole, Buffer.alloc(700_000, 0xff)]))).toBe("accepted");
    expect(await refusal(Buffer.concat([whole, whole.subarray(0, 5000)]))).toBe("accepted");
  });

  test("capture time with its offset, and north derived from the heading", async () => {
    const dated = await sharp(whole)
      .withExif({ IFD2: { DateTimeOriginal: "2026:03:14 09:26:53", OffsetTimeOriginal: "+03:00" } })
      .withXmp(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:PoseHeadingDegrees="90.5"/></rdf:RDF></x:xmpmeta>`,
      )
      .jpeg()
      .toBuffer();
    expect(await probe(dated)).toMatchObject({
      capturedAt: new Date("2026-03-14T06:26:53Z"),
      north: -90.5,
    });
  });

  const gpano = (fields: string) =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:ProjectionType="equirectangular" ${fields}/></rdf:RDF></x:xmpmeta>`;
  const cropped = (width: number, height: number, top: number) =>
    gpano(
      `GPano:FullPanoWidthPixels="4096" GPano:FullPanoHeightPixels="2048" GPano:CroppedAreaImageWidthPixels="${width}" GPano:CroppedAreaImageHeightPixels="${height}" GPano:CroppedAreaLeftPixels="0" GPano:CroppedAreaTopPixels="${top}"`,
    );

  test("a partial panorama, judged by the sphere that it is a part of, and the camera's tilt", async () => {
    const part = await plain(4096, 1200)
      .withXmp(cropped(4096, 1200, 400))
      .jpeg()
      .toBuffer();
    expect(await probe(part)).toMatchObject({
      width: 4096,
      height: 1200,
      area: { full_width: 4096, full_height: 2048, left: 0, top: 400 },
      pose: null,
    });
    const sliver = await plain(4096, 300)
      .withXmp(cropped(4096, 300, 400))
      .jpeg()
      .toBuffer();
    expect(await refusal(sliver)).toBe("IMAGE_RATIO");
    const tilted = gpano(`GPano:PosePitchDegrees="-4.5" GPano:PoseRollDegrees="2"`);
    expect(await probe(await plain(3840, 1920).withXmp(tilted).jpeg().toBuffer())).toMatchObject({
      area: null,
      pose: { pitch: -4.5, roll: 2 },
    });
  });

  test("a rotated panorama is judged in its upright form", async () => {
    const upright = await sharp({ create: { width: 1920, height: 3840, channels: 3, background: "teal" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await probe(upright)).toMatchObject({ width: 3840, height: 1920 });
  });
});

describe("refused files", () => {
  test("an empty file", async () => {
    expect(await refusal(Buffer.alloc(0))).toBe("FILE_EMPTY");
  });

  test("another kind of picture under a JPEG's name", async () => {
    const other = plain(3840, 1920);
    expect(await refusal(await other.clone().png().toBuffer())).toBe("IMAGE_TYPE");
    expect(await refusal(await other.clone().webp().toBuffer())).toBe("IMAGE_TYPE");
    expect(await refusal(await plain(384, 192).gif().toBuffer())).toBe("IMAGE_TYPE");
    expect(await refusal(await plain(384, 192).tiff().toBuffer())).toBe("IMAGE_TYPE");
    expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe("IMAGE_TYPE");
  });

  test("a CMYK picture", async () => {
    expect(await refusal(await plain(3840, 1920).toColourspace("cmyk").jpeg().toBuffer())).toBe("IMAGE_CMYK");
  });

  test("a picture of more than 8 bits per channel", async () => {
    const deep = Buffer.from(await jpeg(3840, 1920));
    const frame = deep.findIndex((byte, at) => byte === 0xff && deep[at + 1] === 0xc0);
    deep[frame + 4] = 12;
    expect(await refusal(deep)).toBe("IMAGE_DEPTH");
  });

  test("a text file under a JPEG's name", async () => {
    expect(await refusal(Buffer.from("Dear site manager, the picture is attached."))).toBe(
      "IMAGE_UNREADABLE",
    );
    expect(await refusal(Buffer.from([0xff]))).toBe("IMAGE_UNREADABLE");
  });

  test("a picture truncated at any position", async () => {
    for (const share of [0.001, 0.01, 0.3, 0.9, 0.9999]) {
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * share)))).toBe("IMAGE_UNREADABLE");
    }
    expect(await refusal(whole.subarray(0, whole.length - 1))).toBe("IMAGE_UNREADABLE");
  });

  test("a picture truncated after a complete preview", async () => {
    const preview = Buffer.concat([Buffer.from("MPF\0"), await jpeg(160, 80)]);
    const cut = withSegment(whole, 0xe2, preview).subarray(0, -2);
    expect(await refusal(cut)).toBe("IMAGE_UNREADABLE");
  });

  test("one pixel too narrow, one too low", async () => {
    expect(await refusal(await jpeg(3839, 1920))).toBe("IMAGE_RESOLUTION");
    expect(await refusal(await jpeg(3840, 1919))).toBe("IMAGE_RESOLUTION");
    expect(await refusal(await jpeg(2000, 1000))).toBe("IMAGE_RESOLUTION");
  });

  test("1.89:1 and 2.11:1, but neither 1.9:1 nor 2.1:1", async () => {
    expect(await refusal(await jpeg(3840, 2032))).toBe("IMAGE_RATIO");
    expect(await refusal(await jpeg(4052, 1920))).toBe("IMAGE_RATIO");
    expect(await refusal(await jpeg(3838 + 2, 2021))).toBe("accepted");
    expect(await refusal(await jpeg(4032, 1920))).toBe("accepted");
    expect(await refusal(await jpeg(4033, 1920))).toBe("IMAGE_RATIO");
  });

  test("a decompression bomb, by its header alone", async () => {
    const bomb = withSize(await jpeg(64, 32), 65_000, 32_500);
    expect(await refusal(bomb)).toBe("IMAGE_PIXELS");
    expect(process.memoryUsage.rss()).toBeLessThan(2e9);
  });

  test("a progressive picture with more scans than any encoder writes", async () => {
    const bytes = await plain(3840, 1920).jpeg({ progressive: true }).toBuffer();
    const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = bytes.subarray(last, -2);
    const many = Buffer.concat([
      bytes.subarray(0, -2),
      ...Array.from({ length: 80 }, () => scan),
      bytes.subarray(-2),
    ]);
    expect(await refusal(many)).toBe("IMAGE_UNREADABLE");
  });

  test("two frames, no size", async () => {
    const frame = whole.indexOf(Buffer.from([0xff, 0xc0]));
    const length = whole.readUInt16BE(frame + 2) + 2;
    const header = whole.subarray(frame, frame + length);
    const twice = Buffer.concat([whole.subarray(0, frame), header, whole.subarray(frame)]);
    expect(await refusal(twice)).toBe("IMAGE_UNREADABLE");
    expect(await refusal(withSize(whole, 0, 1920))).toBe("IMAGE_UNREADABLE");
  });
});

test("any bytes yield a refusal or a panorama, never a crash", async () => {
  const small = await jpeg(320, 160);
  const mutated = fc
    .array(fc.tuple(fc.nat(small.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 })
    .map((changes) => {
      const bytes = Buffer.from(small);
      for (const [at, value] of changes) bytes[at] = value;
      return bytes;
    });
  const noise = fc
    .uint8Array({ maxLength: 400 })
    .map((bytes) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutated, noise), async (bytes) => {
      expect(await refusal(bytes)).toMatch(/^(?:accepted|(?:IMAGE|FILE)_[A-Z]+)$/);
    }),
    { numRuns: 400 },
  );
});

test("the tolerance of the ratio holds on both ends, for any height", () => {
  fc.assert(
    fc.property(fc.integer({ min: 192, max: 6000 }), (tens) => {
      const height = tens * 10;
      expect(hasPanoramaRatio(tens * 19, height)).toBe(true);
      expect(hasPanoramaRatio(tens * 21, height)).toBe(true);
      expect(hasPanoramaRatio(tens * 19 - 1, height)).toBe(false);
      expect(hasPanoramaRatio(tens * 21 + 1, height)).toBe(false);
    }),
  );
});
