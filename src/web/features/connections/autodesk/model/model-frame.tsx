import { Maximize, Minimize } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { failureLooks } from "./failure-looks.ts";
import { useFrame } from "./use-frame.ts";

interface ModelFrameProps {
  script: string;
  styles: string;
  urn: string;
  region: string;
  guid: string;
  name: string;
  onRetry: () => void;
}

/** Autodesk's viewer in a separate frame. Its failure does not affect the page around it. */
export function ModelFrame({ name, onRetry, ...input }: ModelFrameProps) {
  const t = useText();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, detail } = useFrame(frame, input);
  const [isFull, toggle] = useFullScreen(stage);
  const isShown = state === "shown";
  const isLoading = state === "loading";
  return (
    <div
      ref={stage}
      data-model={state}
      className="relative h-[70svh] min-h-90 overflow-hidden rounded-lg bg-sunken ring-1 ring-line [&:fullscreen]:h-full [&:fullscreen]:rounded-none"
    >
      {(isShown || isLoading) && (
        <iframe
          ref={frame}
          src="/autodesk/model"
          title={t("autodesk.models.frame", { name })}
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          className={cx("absolute inset-0 size-full border-0 transition-opacity", !isShown && "opacity-0")}
        />
      )}
      {isLoading ? (
        <output className="absolute inset-0 flex flex-col items-center justify-center gap-3 text-ink-muted">
          <Spinner className="size-6" />
          {t("autodesk.models.loading")}
        </output>
      ) : (
        !isShown && (
          <div role="alert" className="absolute inset-0 flex items-center overflow-auto">
            <EmptyState
              icon={failureLooks[state]}
              title={t(`autodesk.models.broken.${state}.title`)}
              text={t(`autodesk.models.broken.${state}.text`) + (detail === "" ? "" : ` (${detail})`)}
              action={
                <Button variant="primary" onPress={onRetry}>
                  {t("common.retry")}
                </Button>
              }
            />
          </div>
        )
      )}
      {isShown && document.fullscreenEnabled && (
        <IconButton
          icon={isFull ? Minimize : Maximize}
          label={t(isFull ? "autodesk.models.full_screen_end" : "autodesk.models.full_screen")}
          onPress={toggle}
          hasTooltip={false}
          // Autodesk's own tools are at the top and in the middle of the bottom.
          className="absolute! start-3 bottom-3 bg-black/55 text-white hover:bg-black/70 hover:text-white touch:size-11"
        />
      )}
    </div>
  );
}

function useFullScreen(stage: RefObject<HTMLDivElement | null>): [boolean, () => void] {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const look = () => setIsFull(document.fullscreenElement === stage.current);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, [stage]);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void stage.current?.requestFullscreen().catch(() => undefined);
  };
  return [isFull, toggle];
}
