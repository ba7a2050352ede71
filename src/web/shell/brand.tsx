import { useSettings } from "#web/lib/session.ts";
import { Mark } from "./mark.tsx";

/** The mark and, where there is room, the name of this installation. */
export function Brand({ isNameShown = true }: { isNameShown?: boolean }) {
  const name = useSettings()?.website_name ?? "Sitewalk";
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Mark className="size-7 shrink-0 text-accent" />
      <span className={isNameShown ? "truncate text-base font-strong text-ink" : "sr-only"}>{name}</span>
    </span>
  );
}
