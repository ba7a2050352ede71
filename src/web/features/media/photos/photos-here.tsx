import { AddButtons, RefusedPhotos } from "./add-photos.tsx";
import { ArrivingPhotos } from "./arriving-photos.tsx";
import { useAddPhotos } from "./use-add-photos.ts";
import "#web/shell/photos/photos.ts";

interface PhotosHereProps {
  id_project: number;
  project: string;
  /** The room of the scanned label. */
  id_room: number;
}

/** Adds photos at a room: with its visit, and its position on the floor plan. */
export function PhotosHere({ id_project, project, id_room }: PhotosHereProps) {
  const photos = useAddPhotos({ id_project, project, id_room });
  return (
    <>
      <AddButtons photos={photos} />
      <div className="basis-full text-start empty:hidden">
        <RefusedPhotos photos={photos} />
        <ArrivingPhotos project={id_project} />
      </div>
    </>
  );
}
