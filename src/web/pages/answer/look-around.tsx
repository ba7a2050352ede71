import { X } from "lucide-react";
import { useRef, useState } from "react";
import type { AnswerSnag } from "#contract/crews.answers.ts";
import { createPanorama, PanoramaError } from "#panorama/index.ts";
import { sourceOf } from "#web/features/media/viewer/source.ts";
import { useOpened } from "#web/lib/use-opened.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";

interface LookAroundProps {
  title: string;
  view: NonNullable<AnswerSnag["view"]>;
  onClose: () => void;
}

/** The one 360 photo of the snag, turned to the pin. */
export function LookAround({ title, view, onClose }: LookAroundProps) {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const pin = useRef<HTMLSpanElement>(null);
  const [problem, setProblem] = useState<"failed" | "no_webgl" | null>(null);
  useOpened(() => {
    const { picture, yaw, pitch, fov } = view;
    const source = sourceOf({ picture, north: 0, has_north: false });
    if (stage.current === null) return null;
    try {
      const panorama = createPanorama(stage.current, { label: title, view: { yaw, pitch, fov } });
      const place = () => {
        const at = panorama.pointOf({ yaw, pitch });
        if (pin.current === null) return;
        pin.current.hidden = at === null;
        if (at !== null) pin.current.style.translate = `${at.x}px ${at.y}px`;
      };
      panorama.on("view", place);
      panorama.on("ready", place);
      place();
      if (source === null) setProblem("failed");
      else panorama.show(source).catch(() => setProblem("failed"));
      return { close: () => panorama.destroy() };
    } catch (error) {
      if (!(error instanceof PanoramaError) || error.code !== "no-webgl") throw error;
      setProblem("no_webgl");
      return null;
    }
  });
  return (
    <PlainDialog title={title} width="screen" onClose={onClose} className="relative bg-black text-white">
      <div ref={stage} className="absolute inset-0" />
      <span dir="ltr" className="pointer-events-none absolute inset-0 overflow-hidden">
        {/* Moved with every frame, past the renderer. */}
        <span ref={pin} hidden className="absolute">
          <span
            {...{ role: "img", "aria-label": t("crews.answer.around.pin") }}
            className="absolute -ms-4 -mt-4 size-8 rounded-full bg-bad/40 shadow-pin ring-3 ring-white"
          />
        </span>
      </span>
      {problem !== null && (
        <p role="alert" className="absolute inset-0 m-auto h-fit max-w-80 px-4 text-center text-base">
          {t(`crews.answer.around.${problem}`)}
        </p>
      )}
      <span
        data-theme="dark"
        className="absolute end-3 top-[max(0.75rem,env(safe-area-inset-top))] rounded-lg bg-glass"
      >
        <PlainIconButton
          icon={X}
          label={t("crews.answer.close")}
          variant="onGlass"
          size="lg"
          hasTooltip={false}
          onPress={onClose}
          className="size-11"
        />
      </span>
    </PlainDialog>
  );
}
