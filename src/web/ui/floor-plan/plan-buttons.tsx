import { Maximize, Minus, Plus } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "../bare-icon-button.tsx";
import { cx, floating } from "../classes.ts";
import { scaleLimits } from "./plan-view.ts";
import type { Stage } from "./stage.ts";

/** Closer, farther, the whole plan: above its corner, and beneath it on phones, where they would hide pins. */
export function PlanButtons({ stage }: { stage: Stage }) {
  const t = useText();
  const limit = useSyncExternalStore(stage.subscribe, () => limitOf(stage));
  const className = "touch:size-11";
  return (
    <div
      className={cx(
        floating,
        "absolute end-2 top-2 z-10 flex flex-col p-0.5 max-md:static max-md:mt-2 max-md:flex-row-reverse max-md:self-end print:hidden",
      )}
    >
      <BareIconButton
        icon={Plus}
        label={t("map.zoom_in")}
        disabled={limit === "most"}
        onPress={() => stage.zoom(2, null, true)}
        className={className}
      />
      <BareIconButton
        icon={Minus}
        label={t("map.zoom_out")}
        disabled={limit === "least"}
        onPress={() => stage.zoom(0.5, null, true)}
        className={className}
      />
      <BareIconButton icon={Maximize} label={t("map.fit_plan")} onPress={stage.fit} className={className} />
    </div>
  );
}

function limitOf(stage: Stage): "least" | "most" | "" {
  const sight = stage.sight();
  if (sight === null) return "";
  const { least, most } = scaleLimits(sight.extent);
  const { scale } = sight.view;
  return scale >= most ? "most" : scale <= least * 1.001 ? "least" : "";
}
