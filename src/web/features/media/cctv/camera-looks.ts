import { Cctv, CircleDashed, type LucideIcon, ShieldAlert, VideoOff } from "lucide-react";
import type { Camera } from "#contract/cctv.ts";
import type { CameraState } from "#contract/choices.ts";
import type { Formatter } from "#web/lib/format.ts";
import type { TextKey, Translate } from "#web/lib/use-text.ts";
import type { Tone } from "#web/ui/tone.ts";

/** Icon and colour of a state everywhere, always beside its text. */
export const stateLooks: Readonly<Record<CameraState, { tone: Tone; icon: LucideIcon }>> = {
  up: { tone: "ok", icon: Cctv },
  down: { tone: "bad", icon: VideoOff },
  refused: { tone: "warn", icon: ShieldAlert },
  unknown: { tone: "neutral", icon: CircleDashed },
};

/** The page of a camera. Not below /cctv: the next segment there is the code of a public page. */
export const pageOf = ({ id }: Pick<Camera, "id">) => `/cameras/${id}`;

/** The public page, for authorised viewers without an account. */
export const publicPageOf = ({ code }: Pick<Camera, "code">) => `/cctv/${code}`;

/** The picture of a camera in a list: the selected one, otherwise its newest. */
export const pictureOf = ({ thumbnail, still, thumbnail_url_full }: Camera) =>
  thumbnail ?? still?.thumbnail ?? thumbnail_url_full;

/** The state as text, with its duration where that matters. */
export function stateText({ state, last_seen_at }: Camera, t: Translate, format: Formatter): string {
  if (state === "down" && last_seen_at !== null)
    return t("cctv.down_since", {
      when: format.date(last_seen_at, isToday(last_seen_at) ? "time" : "moment"),
    });
  return t(`cctv.states.${state}`);
}

const isToday = (instant: string) => new Date(instant).toDateString() === new Date().toDateString();

/** Time of the last picture, as text. */
export function seenText(
  { state, last_seen_at, checked_at }: Camera,
  t: Translate,
  format: Formatter,
): string {
  if (last_seen_at === null) return t(checked_at === null ? "cctv.states.unknown" : "cctv.never_seen");
  return state === "up" ? t("cctv.up_now") : t("cctv.last_seen", { when: format.ago(last_seen_at) });
}

/** Why a camera sends nothing, as text; null without a known reason. */
export function problemText(problem: string | null, t: Translate): string | null {
  if (problem === null) return null;
  const key = `errors.code.${problem}` as TextKey;
  const text = t(key);
  return text === key ? null : text;
}
