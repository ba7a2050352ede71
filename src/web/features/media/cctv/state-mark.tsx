import type { Camera } from "#contract/cctv.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { stateLooks, stateText } from "./camera-looks.ts";

/** The state of a camera, as a short text, a colour and an icon. */
export function StateMark({ camera, className }: { camera: Camera; className?: string }) {
  const t = useText();
  const format = useFormat();
  const { tone, icon } = stateLooks[camera.state];
  return (
    <Chip tone={tone} icon={icon} {...(className !== undefined && { className })}>
      {stateText(camera, t, format)}
    </Chip>
  );
}
