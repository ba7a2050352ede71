import type { Photo } from "#contract/photos.ts";
import type { Room } from "#contract/visits.ts";
import { call } from "#web/lib/client.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { type Frame, roomName, useFrame } from "../frame.ts";

interface Here {
  readonly id_project: number;
  readonly room: Room;
}

/** Shows the photos taken at the spot of a room, by day. */
export function openPhotos(frame: Frame, here: Here): void {
  frame.mount("photos", <PhotosDialog key={here.room.id} {...here} />);
}

const most = 100;

function PhotosDialog({ id_project, room }: Here) {
  const t = useText();
  const frame = useFrame();
  const { speaker } = frame;
  const { result, retry } = useLoaded(() =>
    call(
      "GET /api/projects/{id}/photos",
      { params: { id: id_project }, query: { at_room: room.id, per_page: most } },
      { toast: false },
    ),
  );
  const days = new Map<string, Photo[]>();
  for (const photo of result.state === "there" ? result.data.items : []) {
    const day = speaker.date(photo.taken_at);
    days.set(day, [...(days.get(day) ?? []), photo]);
  }
  return (
    <PlainDialog
      title={`${t("photos.here")} · ${roomName(frame, room)}`}
      width="wide"
      onClose={() => frame.mount("photos", null)}
    >
      {result.state === "failed" ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="text-bad-text">{t("viewer.points.failed")}</p>
          <PlainButton onClick={retry}>{t("photos.retry")}</PlainButton>
        </div>
      ) : result.state === "loading" ? (
        <Spinner className="mx-auto my-10 size-7 text-accent-text" />
      ) : days.size === 0 ? (
        <p className="text-ink-muted">{t("photos.panel_empty")}</p>
      ) : (
        [...days].map(([day, photos]) => (
          <section key={day} className="mb-5">
            <h3 className="mb-2 font-strong tabular-nums">{day}</h3>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {photos.map((photo) => (
                <li key={photo.id} className="min-w-0">
                  <a
                    href={`/photos/${photo.id_project}_${photo.id}`}
                    className="flex flex-col gap-1 rounded-md"
                  >
                    <img
                      src={photo.thumbnail}
                      alt=""
                      loading="lazy"
                      className="aspect-4/3 w-full rounded-md bg-press object-cover"
                    />
                    <span className="own-direction truncate text-sm">{photo.caption || photo.file}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </PlainDialog>
  );
}
