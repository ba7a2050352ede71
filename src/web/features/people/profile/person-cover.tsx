import type { ReactNode } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/classes.ts";
import { Picture } from "#web/ui/picture.tsx";
import { PlainCover } from "#web/ui/plain-cover.tsx";

export interface PersonCoverProps {
  name: string;
  avatar: string | null;
  cover: string | null;
  /** On the cover, at its lower end corner. */
  corner?: ReactNode;
  /** Beside the avatar, below the cover. */
  beside?: ReactNode;
  className?: string;
}

/** A wide picture with the avatar over its lower edge. Without one, a plain field in the brand colour. */
export function PersonCover({ name, avatar, cover, corner, beside, className }: PersonCoverProps) {
  return (
    <div className={className}>
      <div
        className={cx(
          "relative overflow-hidden rounded-lg",
          cover === null ? "aspect-5/1 min-h-28 w-full" : "aspect-3/1",
        )}
      >
        {cover === null ? <PlainCover /> : <Picture src={cover} isFirst className="size-full" />}
        {corner !== undefined && <div className="absolute end-3 bottom-3">{corner}</div>}
      </div>
      <div className="relative flex items-end gap-4 px-4 sm:px-6">
        <Face name={name} avatar={avatar} className="-mt-10 sm:-mt-14" />
        <div className="min-w-0 flex-1 pt-3 pb-1">{beside}</div>
      </div>
    </div>
  );
}

export function Face({
  name,
  avatar,
  className,
}: {
  name: string;
  avatar: string | null;
  className?: string;
}) {
  return (
    <Avatar name={name} picture={avatar} size="xl" className={cx("relative ring-4 ring-canvas", className)} />
  );
}
