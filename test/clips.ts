import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FilmRefusal } from "#server/media/films/mp4/bad-film.ts";
import { at, avcC, box, type Node, parse, sps, u32, write } from "./mp4-boxes.ts";

/**
 * Two seconds of grey, 3840x1920, five frames a second, with silence; its index follows the frames. Created by `ffmpeg
 * -f lavfi -i color=c=gray:s=3840x1920:r=5:d=2 -f lavfi -i anullsrc=r=44100:cl=mono -shortest -c:v libx264 -preset
 * veryslow -crf 40 -pix_fmt yuv420p -g 10 -bf 0 -c:a aac -b:a 16k -bitexact clip.mp4`.
 */
const base = readFileSync(join(import.meta.dirname, "media/clip.mp4"));
const pictures = 10;

/** The clip, with its boxes modified by `change`. */
export function clip(change: (nodes: Node[]) => void = () => undefined): Buffer {
  const nodes = parse(base);
  change(nodes);
  return write(nodes);
}

/** Clips that differ only in their bytes. */
export const numbered = (number: number): Buffer =>
  clip((nodes) => void nodes.push(box("free", Buffer.from(`no. ${number}`))));

const trak = "moov/trak";
const mdia = `${trak}/mdia`;
const minf = `${mdia}/minf`;
const stbl = `${minf}/stbl`;
const avc1 = `${stbl}/stsd/avc1`;
const sound = "moov/trak:1/mdia/minf/stbl";

const set = (path: string, data: Buffer) => (nodes: Node[]) => {
  at(nodes, path).data = data;
};
const poke = (path: string, offset: number, value: number) => (nodes: Node[]) => {
  at(nodes, path).data.writeUInt32BE(value, offset);
};
const drop = (path: string) => (nodes: Node[]) => {
  const [, parent = "", name = ""] = /^(?:(.*)\/)?([^/]+)$/.exec(path) ?? [];
  const list = parent === "" ? nodes : (at(nodes, parent).inside ?? []);
  list.splice(list.indexOf(at(list, name)), 1);
};
const add =
  (path: string, ...more: readonly Node[]) =>
  (nodes: Node[]) =>
    void (path === "" ? nodes : (at(nodes, path).inside ?? [])).push(...more);
const all =
  (...changes: readonly ((nodes: Node[]) => void)[]) =>
  (nodes: Node[]) => {
    for (const change of changes) change(nodes);
  };

/** Declares another size, in the description and in the parameter set. */
const sized = (width: number, height: number, options?: { profile?: number }) => (nodes: Node[]) => {
  at(nodes, avc1).data.writeUInt16BE(width, 24);
  at(nodes, avc1).data.writeUInt16BE(height, 26);
  at(nodes, `${avc1}/avcC`).data = avcC(sps(width, height, options));
};
/** Declares this many seconds, with the same frames. */
const lasting = (seconds: number) => (nodes: Node[]) => {
  const timescale = at(nodes, `${mdia}/mdhd`).data.readUInt32BE(12);
  at(nodes, `${stbl}/stts`).data = u32(0, 1, pictures, Math.round((seconds * timescale) / pictures));
  at(nodes, "moov/mvhd").data.writeUInt32BE(seconds * at(nodes, "moov/mvhd").data.readUInt32BE(12), 16);
};
/** A box that declares a wrong length. */
const lying = (type: string, size: number, body: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([u32(size), Buffer.from(type, "latin1"), body]);
const repeated = (unit: Buffer, count: number) => Buffer.alloc(unit.length * count, unit);
const tiny = lying("free", 8);
const xmp = Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex");
const definitions = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>';

/** The clip with its index in front, written by hand. */
export function faststart(change: (nodes: Node[]) => void = () => undefined): Buffer {
  return clip((nodes) => {
    change(nodes);
    const [moov] = nodes.splice(
      nodes.findIndex(({ type }) => type === "moov"),
      1,
    );
    if (moov === undefined) throw new Error("no index");
    const length = write([moov]).length;
    for (const path of [`${stbl}/stco`, `${sound}/stco`]) {
      const { data } = at([moov], path);
      for (let entry = 8; entry < data.length; entry += 4)
        data.writeUInt32BE(data.readUInt32BE(entry) + length, entry);
    }
    nodes.splice(1, 0, moov);
  });
}

/** Chunk offsets of 64 bits. */
export const wide = (nodes: Node[]): void => {
  for (const path of [stbl, sound]) {
    const stco = at(nodes, `${path}/stco`);
    const entries = Array.from({ length: stco.data.readUInt32BE(4) }, (_, entry) =>
      u32(0, stco.data.readUInt32BE(8 + entry * 4)),
    );
    stco.type = "co64";
    stco.data = Buffer.concat([stco.data.subarray(0, 8), ...entries]);
  }
};

/** Projection metadata of cameras, in its three forms. */
export const spherical = all(
  add(avc1, box("st3d", Buffer.from([0, 0, 0, 0, 0])), box("sv3d", Buffer.from("svhd-equirectangular"))),
  add(trak, box("uuid", Buffer.concat([xmp, Buffer.from("<rdf>GSpherical equirectangular</rdf>")]))),
);

/** QuickTime has a second handler deeper in the file. */
export const secondHandler = add(
  minf,
  box("hdlr", Buffer.concat([u32(0), Buffer.from("dhlrurl "), Buffer.alloc(13)])),
);

export interface BadClip {
  readonly name: string;
  readonly refusal: FilmRefusal;
  make(): Buffer;
}

const bad = (name: string, make: () => Buffer, refusal: FilmRefusal = "VIDEO_UNREADABLE"): BadClip => ({
  name,
  refusal,
  make,
});
const changed = (name: string, change: (nodes: Node[]) => void, refusal?: FilmRefusal) =>
  bad(name, () => clip(change), refusal);

/** Files that are not valid videos, each in its own way; none of them may be expensive to reject. */
export const badClips: readonly BadClip[] = [
  bad("a text with the name of a film", () => Buffer.from("This is no film.\n".repeat(50)), "VIDEO_TYPE"),
  bad("eleven bytes", () => base.subarray(0, 11), "VIDEO_TYPE"),
  bad(
    "a WebM",
    () => Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d", "hex"),
    "VIDEO_TYPE",
  ),
  changed("QuickTime by its brand", set("ftyp", Buffer.from("qt  \0\0\0\0qt  ")), "VIDEO_TYPE"),
  changed("a picture by its brand", set("ftyp", Buffer.from("heic\0\0\0\0mif1heic")), "VIDEO_TYPE"),
  bad("a first box of four gigabytes", () => lying("ftyp", 0xff_ff_ff_ff, base.subarray(8)), "VIDEO_TYPE"),
  bad("nothing but its first box", () => base.subarray(0, 32)),
  bad("pictures cut in the middle", () => faststart().subarray(0, 5000)),
  bad("an index cut in the middle", () => base.subarray(0, base.length - 500)),
  bad("a head of a box cut", () => Buffer.concat([base, u32(1).subarray(0, 3)])),
  bad("random bytes behind its first box", () =>
    Buffer.concat([base.subarray(0, 32), repeated(Buffer.from("a7c3f1"), 500)]),
  ),
  changed("no index", drop("moov")),
  changed("two indexes", (nodes) => void nodes.push(at(nodes, "moov"))),
  changed("no media data", drop("mdat")),
  changed("an index of 17 MB", add("moov", box("free", Buffer.alloc(17 * 2 ** 20)))),
  bad("three million tiny boxes", () => Buffer.concat([base, repeated(tiny, 3_000_000)])),
  changed("five thousand boxes in the index", set("moov", repeated(tiny, 5000))),
  changed("half a million boxes in a track", set(trak, repeated(tiny, 500_000))),
  changed("a box that does not fit its parent", (nodes) => {
    at(nodes, "moov").inside?.push(box("free"));
    at(nodes, "moov").data = lying("trak", 50_000);
  }),
  changed("a box of four bytes", (nodes) => void (at(nodes, "moov").data = lying("free", 4))),
  bad("a box of 2^63 bytes", () =>
    Buffer.concat([base, lying("free", 1, u32(0x7f_ff_ff_ff, 0xff_ff_ff_ff))]),
  ),
  bad("a box that reaches to the end and hides the index", () => {
    const bytes = Buffer.from(base);
    bytes.writeUInt32BE(0, 40);
    return bytes;
  }),
  changed("indexes in each other", (nodes) => {
    let inner = at(nodes, mdia);
    for (let depth = 0; depth < 300; depth += 1) inner = box("mdia", Buffer.alloc(0), [inner]);
    at(nodes, trak).inside = [at(nodes, `${trak}/tkhd`), inner];
  }),
  changed("no unit of time in the index", poke("moov/mvhd", 12, 0)),
  changed("no unit of time in the track", poke(`${mdia}/mdhd`, 12, 0)),
  changed("97 days of pictures", poke(`${stbl}/stts`, 12, 0xff_ff_ff)),
  changed(
    "65 microseconds by its index",
    all(poke("moov/mvhd", 12, 1_000_000), poke("moov/mvhd", 16, 65), lasting10),
  ),
  changed("durations of four thousand million pictures", poke(`${stbl}/stts`, 8, 0xff_ff_ff_ff)),
  changed("a table of four thousand million durations", poke(`${stbl}/stts`, 4, 0xff_ff_ff_ff)),
  changed("fewer durations than sizes", poke(`${stbl}/stts`, 8, pictures - 1)),
  changed("four thousand million sizes", poke(`${stbl}/stsz`, 8, 0xff_ff_ff_ff)),
  changed(
    "four thousand million sizes of one value",
    all(poke(`${stbl}/stsz`, 4, 9), poke(`${stbl}/stsz`, 8, 0xff_ff_ff_ff)),
  ),
  changed("a picture of four gigabytes", poke(`${stbl}/stsz`, 12, 0xff_ff_ff_ff)),
  changed("chunks behind the end", poke(`${stbl}/stco`, 8, 0x7f_ff_ff_ff)),
  changed("chunks in the index", poke(`${stbl}/stco`, 8, 6600)),
  changed("chunks behind the end, in 64 bits", all(wide, poke(`${stbl}/co64`, 8, 0x10_00_00_00))),
  changed("four thousand million chunks", poke(`${stbl}/stco`, 4, 0xff_ff_ff_ff)),
  changed("chunks that begin at none", poke(`${stbl}/stsc`, 8, 0)),
  changed("chunks of four thousand million pictures", poke(`${stbl}/stsc`, 12, 0xff_ff_ff_ff)),
  changed("chunks out of order", set(`${stbl}/stsc`, u32(0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1))),
  changed("data in another file", (nodes) => {
    at(nodes, `${minf}/dinf/dref`).inside = [
      box("url ", Buffer.concat([u32(0), Buffer.from("file:///etc/passwd\0")])),
    ];
  }),
  changed(
    "a million edits",
    set(`${trak}/edts/elst`, Buffer.concat([u32(0, 1_000_000), Buffer.alloc(12_000_000)])),
  ),
  changed(
    "definitions in its description",
    add(trak, box("uuid", Buffer.concat([xmp, Buffer.from(definitions)]))),
  ),
  changed(
    "the same in two bytes a letter",
    add("moov", box("uuid", Buffer.concat([xmp, Buffer.from(definitions, "utf16le")]))),
  ),
  changed("a size that its pictures do not have", set(`${avc1}/avcC`, avcC(sps(640, 320)))),
  changed("a parameter set of zeros", set(`${avc1}/avcC`, avcC(Buffer.alloc(40)))),
  changed("a parameter set that is cut", set(`${avc1}/avcC`, avcC(sps(3840, 1920).subarray(0, 6)))),
  changed("no parameter set", set(`${avc1}/avcC`, Buffer.from([1, 66, 0, 51, 0xff, 0xe0, 0]))),
  changed("no description", (nodes) => {
    at(nodes, `${stbl}/stsd`).inside = [];
  }),
  changed("two descriptions", (nodes) => at(nodes, `${stbl}/stsd`).inside?.push(at(nodes, avc1))),
  changed("no sizes", drop(`${stbl}/stsz`)),
  changed("no durations", drop(`${stbl}/stts`)),
  changed("no chunks", drop(`${stbl}/stco`)),
  changed("no handler", drop(`${mdia}/hdlr`)),
  changed("no pictures", drop("moov/trak")),
  changed("two tracks of pictures", (nodes) => at(nodes, "moov").inside?.push(at(nodes, trak))),
  changed("forty tracks", (nodes) =>
    at(nodes, "moov").inside?.push(...Array.from({ length: 40 }, () => at(nodes, "moov/trak:1"))),
  ),
  changed("another codec", (nodes) => void (at(nodes, avc1).type = "av01"), "VIDEO_CODEC"),
  changed("locked pictures", (nodes) => void (at(nodes, avc1).type = "encv"), "VIDEO_CODEC"),
  changed("1920x960", sized(1920, 960), "VIDEO_RESOLUTION"),
  changed("3824x1912", sized(3824, 1912), "VIDEO_RESOLUTION"),
  changed("3840x2160", sized(3840, 2160), "VIDEO_RATIO"),
  bad("3840x2160, index in front", () => faststart(sized(3840, 2160)), "VIDEO_RATIO"),
  changed(
    "held upright",
    (nodes) => {
      u32(0, 0x1_00_00, 0, 0xff_ff_00_00, 0).copy(at(nodes, `${trak}/tkhd`).data, 40);
    },
    "VIDEO_RESOLUTION",
  ),
  changed("61 seconds", lasting(61), "VIDEO_DURATION"),
];

function lasting10(nodes: Node[]): void {
  at(nodes, `${stbl}/stts`).data = u32(0, 1, pictures, 2 * at(nodes, `${mdia}/mdhd`).data.readUInt32BE(12));
}

/** Valid videos, although they are unlike the clip. */
export const goodClips: readonly { readonly name: string; make(): Buffer }[] = [
  { name: "its index behind the pictures", make: () => clip() },
  { name: "its index in front", make: () => faststart() },
  { name: "chunks with addresses of 64 bits", make: () => clip(wide) },
  { name: "pictures that reach to the end of the file", make: openEnded },
  { name: "a second handler further in", make: () => clip(secondHandler) },
  { name: "words about its projection", make: () => clip(spherical) },
  {
    name: "QuickTime's brand before MP4's",
    make: () => clip(set("ftyp", Buffer.from("qt  \0\0\0\0mp42qt  qt  qt  "))),
  },
  { name: "a track of a sensor", make: () => clip(sensor) },
  { name: "no sound", make: () => clip(drop("moov/trak:1")) },
  { name: "60 seconds", make: () => clip(lasting(60)) },
  { name: "5760x2880", make: () => clip(sized(5760, 2880)) },
  { name: "upside down", make: () => clip(upsideDown) },
];

/** Ten bits a colour: a video that some browsers cannot play as it is. */
export const tenBit = (): Buffer => clip(sized(3840, 1920, { profile: 110 }));

/**
 * One second of grey in HEVC, which many browsers do not play; created like the clip, with libx265 at two frames a
 * second.
 */
export const hevc = (): Buffer => readFileSync(join(import.meta.dirname, "media/clip-hevc.mp4"));

/** Valid in everything but the frames, which are zeros. */
export const zeroed = (): Buffer => clip((nodes) => void at(nodes, "mdat").data.fill(0));

function openEnded(): Buffer {
  const bytes = faststart((nodes) => void nodes.splice(nodes.indexOf(at(nodes, "free")), 1));
  // The free box before the frames is removed, so they start eight bytes earlier.
  const nodes = parse(bytes);
  for (const path of [`${stbl}/stco`, `${sound}/stco`]) {
    const { data } = at(nodes, path);
    for (let entry = 8; entry < data.length; entry += 4)
      data.writeUInt32BE(data.readUInt32BE(entry) - 8, entry);
  }
  const written = write(nodes);
  written.writeUInt32BE(0, written.lastIndexOf("mdat") - 4);
  return written;
}

function sensor(nodes: Node[]): void {
  const track = parse(write([at(nodes, "moov/trak:1")]))[0];
  if (track === undefined) throw new Error("no track");
  at([track], "trak/mdia/hdlr").data.write("meta", 8, "latin1");
  at([track], "trak/mdia").inside = [at([track], "trak/mdia/mdhd"), at([track], "trak/mdia/hdlr")];
  at(nodes, "moov").inside?.push(track);
}

function upsideDown(nodes: Node[]): void {
  u32(0xff_ff_00_00, 0, 0, 0, 0xff_ff_00_00).copy(at(nodes, `${trak}/tkhd`).data, 40);
}
