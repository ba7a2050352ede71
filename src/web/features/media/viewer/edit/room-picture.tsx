import { cx } from "#web/ui/classes.ts";

/** The thumbnail of a room, or a placeholder while it has none. */
export function RoomPicture({ address, className }: { address: string | null; className: string }) {
  const look = cx("shrink-0 rounded-sm bg-white/8 object-cover", className);
  return address === null ? (
    <span className={look} />
  ) : (
    <img src={address} alt="" loading="lazy" width={300} height={150} className={look} />
  );
}
