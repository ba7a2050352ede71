import { useMemo } from "react";
import type { WalkTapPlace, WalkTrack } from "#contract/walks.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { clockOf } from "./clock-of.ts";
import { type solve, type WalkSheetPlan, type WalkWarning, warningsOf } from "./placing.ts";

interface WarningsProps {
  path: WalkTrack;
  taps: readonly WalkTapPlace[];
  placed: ReturnType<typeof solve>;
  sheets: readonly WalkSheetPlan[];
  onShow: (picture: number) => void;
}

/** Requests to check something, while nothing is known to be wrong. */
const quiet: ReadonlySet<WalkWarning["kind"]> = new Set(["floor", "found", "two_marks"]);

/** Everything that a user should know before they rely on the line. */
export function Warnings({ path, taps, placed, sheets, onShow }: WarningsProps) {
  const t = useText();
  const found = useMemo(() => warningsOf(path, taps, placed, sheets), [path, taps, placed, sheets]);
  const timeOf = (picture: number) => clockOf(path.pictures[picture]?.at ?? 0);
  const textOf = (warning: WalkWarning): string => {
    if (warning.kind === "doubtful") return t("walks.warning.doubtful", { time: timeOf(warning.picture) });
    if (warning.kind === "found") return t("walks.warning.found", { count: warning.count });
    if (warning.kind === "two_marks" || warning.kind === "floor")
      return t(`walks.warning.${warning.kind}`, { time: timeOf(warning.picture) });
    return t(`walks.warning.${warning.kind}`);
  };
  if (found.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {found.map((warning) => (
        <Banner
          key={`${warning.kind} ${"picture" in warning ? warning.picture : ""}`}
          tone={quiet.has(warning.kind) ? "info" : "warn"}
          action={
            "picture" in warning && (
              <Button size="sm" onPress={() => onShow(warning.picture)}>
                {t("walks.warning.show")}
              </Button>
            )
          }
        >
          {textOf(warning)}
        </Banner>
      ))}
    </div>
  );
}
