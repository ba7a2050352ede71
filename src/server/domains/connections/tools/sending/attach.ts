import { buffer } from "node:stream/consumers";
import { limits } from "#contract/limits.ts";
import { type ToolClients, ToolFailure, type ToolTokens } from "#server/integrations/tools/tool-client.ts";
import type { Archive } from "#server/media/index.ts";
import type { WantedCard } from "./card.ts";
import type { LinkLeases } from "./link-leases.ts";
import type { LinkTarget } from "./link-target.ts";

export interface AttachOptions {
  readonly clients: ToolClients;
  readonly turns: Pick<LinkLeases, "keep">;
  readonly archive: Pick<Archive, "keptFile">;
  /** The view of the room's picture towards a snag, as JPEG. */
  readonly viewOf: (snagId: number) => Promise<Buffer | undefined>;
}

const partial: readonly ToolFailure["kind"][] = ["storage_full", "refused"];

/** Uploads a snag's pictures to its card. */
export function createAttach(options: AttachOptions) {
  const { clients, archive } = options;
  const { keep } = options.turns;
  const keptBytes = async (image: string): Promise<Buffer | undefined> => {
    const file = await archive.keptFile(image);
    if (file === null || file.bytes > limits.tools.photoBytes) return undefined;
    return buffer(await file.open());
  };

  /** Uploads the missing pictures. Returns the error if some could not be uploaded; null when all are there. */
  const attach = async (
    place: LinkTarget,
    card: WantedCard,
    tokens: ToolTokens,
  ): Promise<ToolFailure | null> => {
    let { link } = place;
    const client = clients[link.tool];
    const on = { boardId: link.board_id, cardId: link.external_id ?? "" };
    const left = () => card.photos.filter(({ name }) => !link.sent_photos.includes(name));
    if (left().length === 0) return null;
    // An upload may have arrived although its response was lost.
    if (link.attempts > 0 || link.claim > 1) {
      const there = await client.files(tokens, on);
      const arrived = left().filter(({ name }) => there.includes(name));
      if (arrived.length > 0)
        link = await keep(link, { sent_photos: [...link.sent_photos, ...arrived.map(({ name }) => name)] });
    }
    for (const { name, type, image } of left()) {
      const bytes = image === null ? await options.viewOf(link.id_snag) : await keptBytes(image);
      // Missing, or above the tool's limit: the next change of the snag tries it again.
      if (bytes === undefined || bytes.length > limits.tools.photoBytes) continue;
      try {
        await client.attachPhoto(tokens, { ...on, photo: { name, type, bytes } });
      } catch (error) {
        // The card exists: a failed picture is no reason to undo the rest.
        if (error instanceof ToolFailure && partial.includes(error.kind)) return error;
        throw error;
      }
      link = await keep(link, { sent_photos: [...link.sent_photos, name] }, [
        { direction: "out", action: "photo", to: name },
      ]);
    }
    return null;
  };

  return attach;
}
