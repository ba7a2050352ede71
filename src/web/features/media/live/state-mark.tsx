import type { ChannelState } from "#contract/choices.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import type { Tone } from "#web/ui/tone.ts";

export const stateTones: Readonly<Record<ChannelState, Tone>> = {
  idle: "neutral",
  starting: "info",
  live: "bad",
  stale: "warn",
  interrupted: "warn",
  failed: "neutral",
};

/** The state of a channel, in one word. Live is red, as on television. */
export function StateMark({ state }: { state: ChannelState }) {
  const t = useText();
  return (
    <Chip tone={stateTones[state]} hasDot>
      {t(`live.states.${state}`)}
    </Chip>
  );
}
