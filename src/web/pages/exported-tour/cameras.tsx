import { fileHref } from "./addresses.ts";
import type { TourCamera } from "./data.ts";
import { Part } from "./parts.tsx";
import type { TourSpeaker } from "./words.ts";

interface CameraListProps {
  cameras: readonly TourCamera[];
  speaker: TourSpeaker;
}

/** The last picture of each camera. */
export function CameraList({ cameras, speaker }: CameraListProps) {
  return (
    <Part id="cameras" title={speaker.say("cameras")}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,44%),1fr))] gap-4">
        {cameras.map((camera) => (
          <li key={`${camera.name} ${camera.picture}`}>
            <CameraCard camera={camera} speaker={speaker} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

const cardClass = "group flex flex-col gap-1.5 rounded-lg text-ink no-underline";
/** The aspect ratio of most cameras. */
const pictureClass = "block aspect-video w-full rounded-md bg-sunken object-cover";

function CameraCard({ camera, speaker }: { camera: TourCamera; speaker: TourSpeaker }) {
  const { picture } = camera;
  if (picture === null)
    return (
      <div className={cardClass}>
        <span className={pictureClass} />
        <CameraWords camera={camera} speaker={speaker} />
      </div>
    );
  const src = fileHref(picture);
  return (
    <a href={src} target="_blank" rel="noreferrer" className={cardClass}>
      <img src={src} alt="" loading="lazy" className={pictureClass} />
      <CameraWords camera={camera} speaker={speaker} />
    </a>
  );
}

function CameraWords({ camera, speaker }: { camera: TourCamera; speaker: TourSpeaker }) {
  const { name, location, taken_at } = camera;
  return (
    <>
      <span dir="auto" className="own-direction truncate pb-1 group-hover:text-accent-text">
        {name}
      </span>
      <span className="text-ink-muted">
        {location !== "" && (
          <>
            <bdi>{location}</bdi>
            {" · "}
          </>
        )}
        {taken_at === null
          ? speaker.say("camera_none")
          : speaker.say("camera_picture", { date: speaker.date(taken_at) })}
      </span>
    </>
  );
}
