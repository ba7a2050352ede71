import { infoKinds } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { Poi } from "#contract/viewer.ts";
import type { TextKey } from "#web/lib/use-text.ts";

type InfoKind = (typeof infoKinds)[number];

/** The content of an info point, as it is edited. */
export interface InfoDraft {
  readonly kind: InfoKind;
  readonly label: string;
  readonly text: string;
  readonly url: string;
  readonly file: File | undefined;
}

/** Media types with their file extensions. */
export const accepted: Readonly<Record<"photo" | "video", Readonly<Record<string, readonly string[]>>>> = {
  photo: { "image/jpeg": [".jpg", ".jpeg"], "image/png": [".png"], "image/webp": [".webp"] },
  video: { "video/mp4": [".mp4"], "video/webm": [".webm"] },
};

export const mostBytes = limits.points.media.bytes;
export const megabytes = mostBytes / 1_048_576;

export function infoDraftOf(point: Poi | null): InfoDraft {
  const { kind = "text", label = "", text = "", url } = point ?? {};
  const isInfo = kind !== "link" && kind !== "snag";
  return { kind: isInfo ? kind : "text", label, text, url: url ?? "", file: undefined };
}

export const hasFile = (kind: InfoKind): kind is "photo" | "video" => kind === "photo" || kind === "video";
export const hasAddress = (kind: InfoKind): boolean => kind === "web" || kind === "video";

/** Input is kept when the kind changes; fields that the kind does not have are not sent. */
export const wireOf = ({ kind, label, text, url, file }: InfoDraft): InfoDraft => ({
  kind,
  label: label.trim(),
  text: text.trim(),
  url: hasAddress(kind) ? url.trim() : "",
  file: hasFile(kind) ? file : undefined,
});

export type InfoDraftField = "label" | "url" | "file";
type ToldProblems = Partial<Record<InfoDraftField, TextKey>>;

/** Fields that the server would reject, with the reason; `keepsFile`: a file is stored already. */
export function problemsOf({ kind, label, url, file }: InfoDraft, keepsFile: boolean): ToldProblems {
  const isThere = file !== undefined || keepsFile;
  const address = addressProblem(kind, url, isThere);
  return {
    ...(label === "" && { label: "tour.label_required" as const }),
    ...(address !== undefined && { url: address }),
    ...(kind === "photo" && !isThere && { file: "tour.photo_required" as const }),
  };
}

function addressProblem(kind: InfoKind, url: string, isThere: boolean): TextKey | undefined {
  if (url !== "") return /^https?:\/\/[^\s/?#]+\S*$/.test(url) ? undefined : "tour.address_invalid";
  if (kind === "web") return "tour.address_required";
  return kind === "video" && !isThere ? "tour.video_required" : undefined;
}

export function isInfoDraft(value: unknown): value is InfoDraft {
  if (typeof value !== "object" || value === null) return false;
  const { kind, label, text, url } = value as Partial<Record<keyof InfoDraft, unknown>>;
  return (
    infoKinds.some((known) => known === kind) &&
    [label, text, url].every((typed) => typeof typed === "string")
  );
}

const fields = ["kind", "label", "text", "url", "file"] as const;
export const isSame = (a: InfoDraft, b: InfoDraft): boolean => fields.every((field) => a[field] === b[field]);
