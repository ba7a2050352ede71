import { Star } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface StarButtonProps {
  /** Names the record: 'Star Tower B'. */
  label: string;
  isStarred: boolean;
  onChange: (starred: boolean) => void;
  /** On a photograph; must be visible on any. */
  isOnPicture?: boolean;
}

export function StarButton({ label, isStarred, onChange, isOnPicture = false }: StarButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        aria-label={label}
        aria-pressed={isStarred}
        onPress={() => onChange(!isStarred)}
        className={cx(
          "hit-area flex size-8 cursor-default touch:size-11 items-center justify-center rounded-full transition-colors",
          isOnPicture
            ? "bg-black/45 text-white hover:bg-black/65"
            : "text-ink-muted hover:bg-hover hover:text-ink",
        )}
      >
        <Icon of={Star} size="sm" className={cx(isStarred && "fill-warn text-warn")} />
      </Button>
    </Tooltip>
  );
}
