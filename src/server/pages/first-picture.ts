import type { FastifyRequest } from "fastify";
import { isFlatFilm } from "#contract/film-shape.ts";
import type { Room } from "#contract/visits.ts";
import type { Shown } from "./player-route.ts";
import { createViewPosters, filmView, linkView } from "./view-poster.ts";
import type { Poster } from "./viewer-page.ts";

interface Files {
  /** Reads the content of one of our own addresses; null when it does not exist. */
  read(address: string): Promise<Buffer | null>;
}

/** First picture of pages, before anything of a room's picture or of a video has loaded. */
export function createFirstPictures(files: Files) {
  const posters = createViewPosters();
  const read = async (address: string | null) => (address === null ? null : files.read(address));
  return {
    async ofRoom({ picture }: Room, request: FastifyRequest): Promise<Poster | null> {
      const view = linkView(request.query as Record<string, unknown>);
      try {
        const bytes = await read(view === null ? picture.poster : picture.base);
        const own = view === null || bytes === null ? bytes : await posters.make(bytes, view, picture);
        // How much of a partial panorama fits the screen is known only to the engine: its own view replaces this one.
        return own === null ? null : { bytes: own, isSoft: view !== null || picture.area !== null };
      } catch (error) {
        // The visit works without it: the engine requests its picture itself.
        request.log.warn({ error }, "no poster for a shared visit");
        return null;
      }
    },

    /** The first view of a video. */
    async ofFilm(shown: Shown, request: FastifyRequest): Promise<Buffer | null> {
      // A flat video shows its own still, without a projection.
      const isSphere = "video_date" in shown && !isFlatFilm(shown);
      const address = isSphere ? (shown.playback?.poster ?? null) : null;
      try {
        const bytes = await read(address);
        const view = filmView(request.query as Record<string, unknown>);
        return bytes === null ? null : await posters.make(bytes, view);
      } catch (error) {
        request.log.warn({ error }, "no poster for a film");
        return null;
      }
    },
  };
}
