import { createHash } from "node:crypto";
import type { EvidenceFile, FileCheck } from "#contract/evidence.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import { type Capture, readCapture } from "#server/media/capture-metadata.ts";
import type { Archive } from "#server/media/index.ts";
import type { CustodySubject, SubjectFile } from "./custody-subjects.ts";
import type { DeviceCapture } from "./device-capture.ts";

type Files = Pick<Archive, "keptFile" | "keptNames" | "localFile">;

const wireDevice = ({ captured_at, clock_offset, sha256, announced_at }: DeviceCapture) => ({
  captured_at: captured_at?.toISOString() ?? null,
  clock_offset,
  sha256,
  announced_at: announced_at?.toISOString() ?? null,
});

const unknown: Capture = { at: null, place: null };

/** The files of a subject in a chain-of-custody report. */
export function createEvidenceFiles(archive: Files, address: (objectKey: string) => string) {
  async function madeFrom(file: SubjectFile): Promise<EvidenceFile["variants"]> {
    if (file.made === null) return [];
    const names = (await archive.keptNames(file.made)).filter((name) => !file.key.endsWith(`/${name}`));
    const found = await Promise.all(
      names.map(async (name) => ({
        name,
        bytes: (await archive.keptFile(`${file.made}/${name}`))?.bytes ?? 0,
      })),
    );
    return found.toSorted((a, b) => a.name.localeCompare(b.name));
  }

  /** EXIF data of a picture; a video's metadata is not read. */
  async function captureOf({ key, is_original }: SubjectFile): Promise<Capture> {
    if (!is_original || !/\.jpe?g$/.test(key)) return unknown;
    const [local, stat] = await Promise.all([archive.localFile(key), archive.keptFile(key)]);
    if (local === null || stat === null) return unknown;
    try {
      return await readCapture(local.path, stat.bytes);
    } finally {
      await local.release();
    }
  }

  async function wire(file: SubjectFile): Promise<EvidenceFile> {
    const [stat, capture, variants] = await Promise.all([
      archive.keptFile(file.key),
      captureOf(file),
      madeFrom(file),
    ]);
    const { id, name, is_original, came, width, height, received_by, device } = file;
    return {
      id,
      name,
      bytes: file.bytes ?? stat?.bytes ?? 0,
      sha256: file.sha256 ?? "",
      is_original,
      came,
      received_at: file.received_at.toISOString(),
      received_by: received_by === null ? null : wirePerson(received_by, address),
      width,
      height,
      camera: {
        at: capture.at?.toISOString() ?? null,
        latitude: capture.place?.latitude ?? null,
        longitude: capture.place?.longitude ?? null,
        altitude: capture.place?.altitude ?? null,
      },
      device: device === null ? null : wireDevice(device),
      variants,
    };
  }

  /** Reads all bytes again. */
  async function compare({ id, key, sha256 }: SubjectFile): Promise<FileCheck> {
    const file = await archive.keptFile(key);
    if (file === null) return { id, is_same: false, found: null };
    const hash = createHash("sha256");
    for await (const chunk of await file.open()) hash.update(chunk as Buffer);
    const found = hash.digest("hex");
    return { id, is_same: found === sha256, found };
  }

  return {
    of: ({ files }: CustodySubject): Promise<EvidenceFile[]> => Promise.all(files.map(wire)),
    /** One at a time: each may be a video of gigabytes. */
    async check({ files }: CustodySubject): Promise<FileCheck[]> {
      const checked: FileCheck[] = [];
      for (const file of files) checked.push(await compare(file));
      return checked;
    },
  };
}
