import { writeFile } from "node:fs/promises";
import sharp from "sharp";

/** Twenty-four of them have to stay below 16 MB in the repository. */
const MAX_BYTES = 655_000;

export interface PictureFacts {
  title: string;
  /** Local time of the site, "2026-02-18T08:40:00+04:00". */
  takenAt: string;
  /** Compass direction of the picture's centre. */
  heading: number;
  /** Width of the file if it differs from the rendered width (drafts). */
  outputWidth?: number;
}

function panoramaXmp(width: number, height: number, heading: number): string {
  const fields: Record<string, string | number> = {
    ProjectionType: "equirectangular",
    UsePanoramaViewer: "True",
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    FullPanoWidthPixels: width,
    FullPanoHeightPixels: height,
    CroppedAreaLeftPixels: 0,
    CroppedAreaTopPixels: 0,
    PoseHeadingDegrees: heading,
  };
  const attributes = Object.entries(fields)
    .map(([name, value]) => `GPano:${name}="${value}"`)
    .join(" ");
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${attributes}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

export async function writeJpeg(
  path: string,
  pixels: Uint8Array,
  width: number,
  quality: number,
  facts: PictureFacts,
): Promise<{ bytes: number; quality: number }> {
  const outputWidth = facts.outputWidth ?? width;
  const taken = facts.takenAt.slice(0, 19).replaceAll("-", ":").replace("T", " ");
  for (let q = quality; ; q -= 3) {
    const file = await sharp(pixels, { raw: { width, height: width / 2, channels: 3 } })
      .resize({ width: outputWidth })
      .withExif({
        IFD0: { ImageDescription: facts.title, Software: "Sitewalk demo renderer" },
        IFD2: { DateTimeOriginal: taken, OffsetTimeOriginal: facts.takenAt.slice(19) },
      })
      .withXmp(panoramaXmp(outputWidth, outputWidth / 2, facts.heading))
      .jpeg({ quality: q, mozjpeg: true, chromaSubsampling: "4:2:0" })
      .toBuffer();
    if (file.length > MAX_BYTES && q > 60) continue;
    await writeFile(path, file);
    return { bytes: file.length, quality: q };
  }
}
