import { limits as fixed } from "#contract/limits.ts";
import { comma } from "#web/lib/comma.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import type { PictureLimits } from "./picture-rules.ts";
import type { PickedRooms, RefusedPicture } from "./use-picked-rooms.ts";

export interface PictureDropProps {
  picked: PickedRooms;
  limits: PictureLimits;
  error?: string | undefined;
  isDisabled?: boolean;
}

/** Drop zone for 360 photos, with rejected files and the reasons. */
export function PictureDrop({ picked, limits, error, isDisabled = false }: PictureDropProps) {
  const t = useText();
  const { minWidth, minHeight } = fixed.visit.image;
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={t("visits.files")}
        hint={t("visits.files_hint", {
          width: minWidth,
          height: minHeight,
          megabytes: limits.megabytes,
          files: limits.files,
        })}
        error={error}
        isRequired
        accept={{ "image/jpeg": [".jpg", ".jpeg"] }}
        isDisabled={isDisabled}
        onFiles={(files, turnedAway) =>
          picked.add(
            files,
            turnedAway.map(({ file, reasons }) => ({ file, reason: reasons.join(comma()) })),
          )
        }
      />
      {picked.isCut && <Banner tone="warn">{t("errors.code.ROOMS_FULL", { n: limits.files })}</Banner>}
      {picked.refused.length > 0 && <Refused pictures={picked.refused} />}
    </div>
  );
}

function Refused({ pictures }: { pictures: readonly RefusedPicture[] }) {
  const t = useText();
  return (
    <Banner tone="bad" title={t("visits.refused_title")}>
      <ul className="mt-1 flex flex-col gap-1">
        {pictures.map(({ key, fileName, reason }) => (
          <li key={key} className="min-w-0">
            <bdi className="font-strong break-all">{fileName}</bdi>
            <span className="block">
              {typeof reason === "string" ? reason : t(reason.key, reason.values as Record<string, string>)}
            </span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
