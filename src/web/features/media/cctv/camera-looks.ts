import { Cctv, CircleDashed, type LucideIcon, ShieldAlert, VideoOff } from "lucide-react";
import type { Camera } from "#contract/cctv.ts";
import type { CameraState } from "#contract/choices.ts";
import type { Formatter } from "#web/lib/format.ts";
import type { TextKey, Translate } from "#web/lib/use-text.ts";
import type { Tone } from "#web/ui/tone.ts";

/** How a state looks wherever it stands: a drawing and a colour, always beside its word. */
export const stateLooks: Readonly<Record<CameraState, { tone: Tone; icon: LucideIcon }>> = {
  up: { tone: "ok", icon: Cctv },
  down: { tone: "bad", icon: VideoOff },
  refused: { tone: "warn", icon: ShieldAlert },
  unknown: { tone: "neutral", icon: CircleDashed },
};

/** The page of a camera. Not below /cctv: every word after that is the code of a public page. */
export const pageOf = ({ id }: Pick<Camera, "id">) => `/cameras/${id}`;

/** What anybody who may watches without an account. */
export const publicPageOf = ({ code }: Pick<Camera, "code">) => `/cctv/${code}`;

/** The picture that stands for a camera in a list: the chosen one, else its newest. */
export const pictureOf = ({ thumbnail, still, thumbnail_url_full }: Camera) =>
  thumbnail ?? still?.thumbnail ?? thumbnail_url_full;

/** The state in words, with how long it has been so where that matters. */
export function stateText({ state, last_seen_at }: Camera, t: Translate, format: Formatter): string {
  if (state === "down" && last_seen_at !== null)
    return t("cctv.down_since", {
      when: format.date(last_seen_at, isToday(last_seen_at) ? "time" : "moment"),
    });
  return t(`cctv.states.${state}`);
}

const isToday = (instant: string) => new Date(instant).toDateString() === new Date().toDateString();

/** When pictures came last, in words. */
export function seenText(
  { state, last_seen_at, checked_at }: Camera,
  t: Translate,
  format: Formatter,
): string {
  if (last_seen_at === null) return t(checked_at === null ? "cctv.states.unknown" : "cctv.never_seen");
  return state === "up" ? t("cctv.up_now") : t("cctv.last_seen", { when: format.ago(last_seen_at) });
}

/** Why a camera sends nothing, in words; null while there is no reason known. */
export function problemText(problem: string | null, t: Translate): string | null {
  if (problem === null) return null;
  const key = `errors.code.${problem}` as TextKey;
  const text = t(key);
  return text === key ? null : text;
}
