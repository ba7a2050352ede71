import type { ReactNode } from "react";
import { cx } from "#web/ui/classes.ts";

interface PlayerButtonProps {
  children: ReactNode;
  onPress: () => void;
  /** On the picture itself, whatever is in it. */
  isOverPicture?: boolean;
  className?: string;
}

/** The look of a button with words in a player, also of links. */
export const playerButtonClass =
  "inline-flex min-h-10 cursor-pointer items-center justify-center rounded-md px-4 font-strong whitespace-nowrap text-ink no-underline transition-colors touch:min-h-11";

/** Behind it. */
export const playerButtonGround = "bg-white/15 hover:bg-white/25";

export function PlayerButton({ children, onPress, isOverPicture = false, className }: PlayerButtonProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        playerButtonClass,
        isOverPicture ? "bg-sunken/75 hover:bg-sunken/90" : playerButtonGround,
        className,
      )}
    >
      {children}
    </button>
  );
}
