import type { Snag } from "#contract/snags.ts";
import type voiceNotes from "#i18n/en/work/voice_notes.json";
import { later, useLater } from "#web/ui/later.ts";

declare module "#web/lib/text-keys.ts" {
  interface Texts {
    voice_notes: Omit<typeof voiceNotes, "elsewhere" | "export">;
  }
  interface Elsewhere {
    voice_notes: (typeof voiceNotes)["elsewhere"];
  }
}

const panel = later(() => import("./voice-panel.tsx"));

/** The voice notes of a snag, in its details. */
export function SnagVoicePart({ snag }: { snag: Snag }) {
  const Panel = useLater(panel, true)?.SnagVoice;
  return Panel ? <Panel key={snag.id} snag={snag} /> : null;
}

export interface DiaryVoiceProps {
  project: number;
  day: string;
  /** The entry whose notes are shown; undefined for a draft that does not exist yet. */
  entry: number | undefined;
  /** `draft`: the user's own, to which notes can be added; `closed`: the user's own, closed; `read`: anyone's. */
  mode: "draft" | "closed" | "read";
  /** Saves what was typed in the entry, before something else changes it. */
  save: () => Promise<void>;
}

/** The voice notes of an entry of the site diary. */
export function DiaryVoicePart(props: DiaryVoiceProps) {
  const Panel = useLater(panel, true)?.DiaryVoice;
  return Panel ? <Panel {...props} /> : null;
}
