import { useText } from "#web/lib/use-text.ts";
import type { AudioWords } from "#web/ui/audio-player.tsx";

/** The texts of the player. */
export function useAudioWords(): AudioWords {
  const t = useText();
  return {
    play: t("voice_notes.player.play"),
    pause: t("voice_notes.player.pause"),
    seek: t("voice_notes.player.seek"),
    failed: t("voice_notes.player.failed"),
    speed: (speed) => t("voice_notes.player.speed", { speed }),
  };
}
