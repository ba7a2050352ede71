import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { flush } from "#server/media/durable.ts";
import { previewFiles } from "#server/media/keys.ts";

/* Parts of a store that can be rebuilt: of a picture everything but its original, of a floor plan its tiles, of a video
 * its stills and size variants. The names are those of `media/keys.ts`, `plans/plan-files.ts` and
 * `films/film-files.ts`. */
const picture = /^media\/objects\/pictures\/\w\w\/([0-9a-f]{64})\/(?!original\.)/;
const tileOfPlan = /^media\/objects\/plans\/\w\w\/([0-9a-f]{64})\/(\d+)\/t\//;
const ofFilm = /^media\/objects\/films\/\w\w\/([0-9a-f]{64})\/(?:(\d+)\/|(poster|thumb)\.jpg$)/;
const original =
  /^media\/objects\/(?:pictures\/\w\w\/([0-9a-f]{64})\/original\.|plans\/\w\w\/([0-9a-f]{64})\/original\.|films\/\w\w\/([0-9a-f]{64})\/(?:original|joined|film)\.)/;

const remadeSchema = z.object({
  kind: z.enum(["picture", "plan", "film"]),
  sha256: z.string(),
  /** For a floor plan: the page. For a video: widths of the size variants to rebuild. */
  numbers: z.array(z.number()),
  /** For a video: its stills are rebuilt. */
  stills: z.boolean(),
  /** Folders that are omitted as a whole. */
  sets: z.array(z.string()),
  files: z.array(z.string()),
});
export type Remade = z.output<typeof remadeSchema>;

const lossesSchema = z.object({
  /** Lost for good, unless another backup has it. */
  lost: z.array(z.string()),
  remade: z.array(remadeSchema),
});
export type Losses = z.output<typeof lossesSchema>;

/** Outcome for damaged objects: rebuilt if the original is intact, lost otherwise. */
export function lossesOf(paths: readonly string[]): Losses {
  const gone = new Set(
    paths.flatMap((path) => {
      const [, ...hashes] = original.exec(path) ?? [];
      return hashes.filter((hash) => hash !== undefined);
    }),
  );
  const remade = new Map<string, Remade>();
  const lost: string[] = [];
  for (const path of paths) {
    const one = remadeBy(path);
    if (one === undefined || gone.has(one.sha256)) lost.push(path);
    else {
      const name = `${one.kind}:${one.sha256}:${one.kind === "plan" ? one.numbers.join() : ""}`;
      remade.set(name, joined(remade.get(name), one));
    }
  }
  return { lost: lost.toSorted(), remade: [...remade.values()] };
}

function remadeBy(path: string): Remade | undefined {
  const [, sha256] = picture.exec(path) ?? [];
  if (sha256 !== undefined) {
    const folder = path.slice(0, path.indexOf(sha256) + sha256.length);
    const previews = previewFiles.map((name) => `${folder}/${name}`);
    return { kind: "picture", sha256, numbers: [], stills: false, sets: [`${folder}/t`], files: previews };
  }
  const [tile, plan, page] = tileOfPlan.exec(path) ?? [];
  if (tile !== undefined && plan !== undefined)
    return {
      kind: "plan",
      sha256: plan,
      numbers: [Number(page)],
      stills: false,
      sets: [tile.slice(0, -1)],
      files: [],
    };
  const [start = "", film, width, still] = ofFilm.exec(path) ?? [];
  if (film === undefined) return undefined;
  const folder = path.slice(0, path.indexOf(film) + film.length);
  return {
    kind: "film",
    sha256: film,
    numbers: width === undefined ? [] : [Number(width)],
    stills: still !== undefined,
    sets: width === undefined ? [] : [start.slice(0, -1)],
    files: still === undefined ? [] : ["poster.jpg", "thumb.jpg"].map((name) => `${folder}/${name}`),
  };
}

const both = <T>(one: readonly T[], other: readonly T[]): T[] => [...new Set([...one, ...other])];

function joined(former: Remade | undefined, one: Remade): Remade {
  if (former === undefined) return one;
  return {
    ...one,
    numbers: both(former.numbers, one.numbers),
    stills: former.stills || one.stills,
    sets: both(former.sets, one.sets),
    files: both(former.files, one.files),
  };
}

const file = "to-rebuild.json";

/** Leaves a note for the next start; none when nothing is to be rebuilt. */
export async function writeLosses(dataDir: string, losses: Losses): Promise<void> {
  if (losses.remade.length === 0) return;
  const path = join(dataDir, file);
  await writeFile(path, JSON.stringify(losses), { mode: 0o600 });
  await flush(path);
}

/** The note left by the restore; null when nothing is to be rebuilt. */
export async function readLosses(dataDir: string): Promise<Losses | null> {
  const text = await readFile(join(dataDir, file), "utf8").catch(() => null);
  return text === null ? null : lossesSchema.parse(JSON.parse(text));
}

/** Deletes the note, once all of it has been queued. */
export const forgetLosses = (dataDir: string): Promise<void> => rm(join(dataDir, file), { force: true });
