import { cx } from "#web/ui/classes.ts";
import { edge } from "./parts.tsx";
import { speakerOf } from "./words.ts";

/** Opened from within the zip: nothing is known yet, not even the language. */
export function Incomplete() {
  return (
    <main className={cx(edge, "mx-auto flex max-w-xl flex-col gap-4 pt-[15vh] text-base")}>
      {(["en", "ar"] as const).map((language) => {
        const { direction, say } = speakerOf(language);
        return (
          <p key={language} lang={language} dir={direction}>
            {say("broken")}
          </p>
        );
      })}
    </main>
  );
}
