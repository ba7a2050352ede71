import type { ReactNode } from "react";
import { cx } from "#web/ui/classes.ts";
import { PlainIconButton, type PlainIconButtonProps } from "#web/ui/plain/plain-icon-button.tsx";
import type { TourRoom } from "./data.ts";
import type { TourSpeaker } from "./words.ts";

/** The page's horizontal margin. */
export const edge = "px-[clamp(1rem,4vw,3rem)]";

/** Style of controls over a picture. */
export const toolClass =
  "inline-flex h-10 min-w-10 cursor-pointer items-center justify-center rounded-[8px] text-ink no-underline transition-colors hover:bg-glass-hover touch:h-11 touch:min-w-11";

export const mainButtonClass =
  "inline-flex min-h-11 items-center gap-2 rounded-md bg-accent ps-4.5 pe-5 text-base font-strong text-white no-underline transition-colors hover:bg-accent-strong";

/** An icon button over the picture. */
export function Tool(props: Omit<PlainIconButtonProps, "variant" | "size">) {
  return <PlainIconButton variant="onGlass" size="lg" tooltipPlacement="top" {...props} />;
}

/** Background of the tools, so that they are visible on any picture. */
export function Plate({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cx(
        "pointer-events-auto flex min-w-0 items-center rounded-lg bg-glass shadow-float backdrop-blur-md",
        className,
      )}
    >
      {children}
    </div>
  );
}

interface LanguageButtonProps {
  speaker: TourSpeaker;
  onPress: () => void;
}

/** Labelled in the other language's own script, for readers of that language only. */
export function LanguageButton({ speaker, onPress }: LanguageButtonProps) {
  return (
    <button
      type="button"
      lang={speaker.language === "en" ? "ar" : "en"}
      onClick={onPress}
      className={cx(toolClass, "px-3.5 font-strong")}
    >
      {speaker.say("other_language")}
    </button>
  );
}

/** A thumbnail of a room; an empty field where there is none. */
export function Thumbnail({ room, className }: { room: TourRoom; className?: string }) {
  const look = cx("block aspect-2/1 h-auto w-full rounded-md bg-sunken object-cover", className);
  return room.thumbnail === null ? (
    <span className={look} />
  ) : (
    <img src={room.thumbnail} alt="" width={300} height={150} loading="lazy" className={look} />
  );
}

interface PartProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A section of the project's page, under its heading. */
export function Part({ id, title, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="pt-8">
      <h2 id={id} className="mb-3 text-lg font-strong">
        {title}
      </h2>
      {children}
    </section>
  );
}
