import type { Readable } from "node:stream";
import type { Database } from "#server/platform/database.ts";
import type { Crops, Size } from "../report/crops.ts";
import type { ReportHead, ReportPlan, ReportSnag } from "../report/snag.ts";
import { cameraOf, fovIn } from "./camera.ts";
import { keptContent, keptOf, keptTopic, keptWords } from "./kept.repository.ts";
import { writeBcf } from "./package.ts";
import { type BcfTopic, type BcfVersion, SNAPSHOT } from "./topic.ts";

export interface BcfExport {
  readonly head: ReportHead;
  readonly snags: readonly ReportSnag[];
  readonly version: BcfVersion;
  readonly crops: Crops;
  readonly db: Database;
  readonly id_project: number;
}

/**
 * Exports snags as topics. The sizes of floor plans are read before the first byte; everything else while the file is
 * read.
 */
export async function bcfExport({
  head,
  snags,
  version,
  crops,
  db,
  id_project,
}: BcfExport): Promise<Readable> {
  const plans = await planSizes(snags, crops);
  const kept = await keptOf(
    db,
    snags.map(({ id }) => id),
  );
  const topics = new Map(snags.map((snag) => [topicOf(snag, version, plans), snag]));
  return writeBcf({
    version,
    project: head.project,
    topics: [...topics.keys()],
    now: head.at,
    words: await keptWords(db, id_project),
    async kept(topic) {
      const snag = topics.get(topic);
      return snag !== undefined && kept.has(snag.id) ? keptTopic(db, snag.id) : undefined;
    },
    content: (id) => keptContent(db, id),
    async snapshot(topic) {
      const snag = topics.get(topic);
      return snag && (await pictureOf(snag, version, crops));
    },
  });
}

async function planSizes(snags: readonly ReportSnag[], crops: Crops): Promise<ReadonlyMap<string, Size>> {
  const sizes = new Map<string, Size>();
  for (const { plan } of snags) {
    if (plan === null || plan.image === null || plan.widthMetres === null || sizes.has(plan.image)) continue;
    const size = await crops.planSize(plan.image);
    if (size !== undefined) sizes.set(plan.image, size);
  }
  return sizes;
}

/** Size in metres of a floor plan with a scale. */
function metresOf(plan: ReportPlan | null, sizes: ReadonlyMap<string, Size>): Size | null {
  const size = plan === null || plan.image === null ? undefined : sizes.get(plan.image);
  if (size === undefined || plan === null || plan.widthMetres === null) return null;
  return { width: plan.widthMetres, height: (plan.widthMetres * size.height) / size.width };
}

function topicOf(snag: ReportSnag, version: BcfVersion, sizes: ReadonlyMap<string, Size>): BcfTopic {
  const { view, plan } = snag;
  const { guid, number, title, text, status, priority, trade, author, due } = snag;
  const { createdAt, updatedAt, link, comments } = snag;
  const stands = view === null ? plan : view.stands;
  const camera = cameraOf(
    {
      yaw: view?.yaw ?? null,
      pitch: view?.pitch ?? null,
      fov: view?.fov ?? null,
      heading: view?.heading ?? null,
      north: view?.north ?? 0,
      x: stands?.x ?? null,
      y: stands?.y ?? null,
      plan: metresOf(plan, sizes),
    },
    version,
  );
  return {
    guid,
    number,
    title,
    text,
    status,
    priority,
    trade,
    author,
    // The format has a name alone; when our own file is imported again, it matches no member until the invitation is
    // accepted; nor does the name of a crew.
    assignee: snag.assignee || snag.invited || snag.crew,
    due,
    createdAt,
    updatedAt,
    link,
    comments,
    camera,
    hasSnapshot: (view !== null && view.picture !== null) || (plan !== null && plan.image !== null),
  };
}

/** The camera's view; for a snag that is on a floor plan alone, the floor plan around it. */
async function pictureOf(
  { view, plan }: ReportSnag,
  version: BcfVersion,
  crops: Crops,
): Promise<Buffer | undefined> {
  if (view !== null && view.picture !== null) {
    const look = { yaw: view.yaw, pitch: view.pitch, fov: fovIn(version, view.fov) };
    return crops.view(view.picture, look, SNAPSHOT);
  }
  if (plan === null || plan.image === null) return undefined;
  return (await crops.plan(plan.image, plan, SNAPSHOT))?.jpeg;
}
