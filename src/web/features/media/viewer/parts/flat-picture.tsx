import { useStore } from "#web/lib/store.ts";
import { roomName, useFrame } from "../frame.ts";

/**
 * The whole picture, unrolled, for browsers that cannot render a sphere; scrolls sideways where it is wider than the
 * page.
 */
export function FlatPicture() {
  const frame = useFrame();
  const room = useStore(frame.tour.room);
  const base = room?.picture.base ?? null;
  const name = room && roomName(frame, room);
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to be able to scroll it
      tabIndex={0}
      aria-label={name}
      className="absolute inset-0 grid place-items-center-safe justify-items-start overflow-x-auto overflow-y-hidden bg-canvas"
    >
      {base !== null && (
        <img
          src={base}
          alt={name}
          width={1024}
          height={512}
          className="block h-[min(100%,50vw)] min-h-[min(100%,60dvh)] w-auto max-w-none min-w-full object-contain"
        />
      )}
    </section>
  );
}
