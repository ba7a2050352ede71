import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { mspdi, tower } from "#server/domains/work/schedules/mspdi/mspdi.fixture.ts";
import { topicOf21, version, zipOf } from "#test/bcf/zips.ts";
import { panorama } from "#test/pictures.ts";

const clip = join(import.meta.dirname, "../media/clip.mp4");

const voice = join(import.meta.dirname, "../media/voice.weba");

/** A valid file for a field that accepts these kinds. */
export function bytesOf(accept: readonly string[]): Promise<Buffer> {
  if (accept.includes("video/mp4")) return readFile(clip);
  if (accept.includes("audio/webm")) return readFile(voice);
  if (accept.includes("application/xml")) return Promise.resolve(Buffer.from(mspdi(tower)));
  if (accept.includes(".bcf")) {
    const guid = "0f4e1c1a-8b8e-4a43-9d4e-5f3f6c1f2a77";
    return zipOf({ "bcf.version": version["2.1"], [`${guid}/markup.bcf`]: topicOf21({ guid }) });
  }
  if (accept.includes("image/jpeg")) return panorama();
  const grey = { width: 64, height: 64, channels: 3 as const, background: "#808080" };
  return sharp({ create: grey }).png().toBuffer();
}
