import { ChevronLeft, ExternalLink } from "lucide-react";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { fileHref } from "./addresses.ts";
import type { RoomInTour } from "./data.ts";
import { LanguageButton, Plate, toolClass } from "./parts.tsx";
import type { TourSpeaker } from "./words.ts";

interface WalkHeaderProps {
  place: RoomInTour;
  /** Name of the room. */
  name: string;
  speaker: TourSpeaker;
  onLanguage: () => void;
}

/** Current room, back link, original file and language. */
export function WalkHeader({ place: { room, visit }, name, speaker, onLanguage }: WalkHeaderProps) {
  const { say } = speaker;
  return (
    <header className="pointer-events-none absolute inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-2 flex items-start justify-between gap-2">
      <Plate className="pe-4">
        <a href="#/" aria-label={say("back")} title={say("back")} className={cx(toolClass, "shrink-0")}>
          <Icon of={ChevronLeft} points className="size-5" />
        </a>
        <div className="min-w-0 py-1.5">
          <h1 dir="auto" className="own-direction truncate font-strong">
            {name}
          </h1>
          <p className="truncate text-xs text-ink-muted">
            <bdi>{visit.name}</bdi>
            {" · "}
            {speaker.date(visit.date)}
          </p>
        </div>
      </Plate>
      <Plate className="shrink-0">
        <a
          href={fileHref(room.original)}
          target="_blank"
          rel="noreferrer"
          aria-label={say("original")}
          title={say("original")}
          className={toolClass}
        >
          <Icon of={ExternalLink} points className="size-5" />
        </a>
        <LanguageButton speaker={speaker} onPress={onLanguage} />
      </Plate>
    </header>
  );
}
