import { ImageUp, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { limits } from "#contract/limits.ts";
import type { BrandPicture, Settings } from "#contract/settings.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { FileInput, ImageUpload } from "#web/ui/file-input.tsx";
import { useBrandPicture } from "./settings.queries.ts";

const types = "image/jpeg,image/png,image/webp";

/** Logo, small logo and the pictures of the sign-in page: saved immediately, without the save button. */
export function BrandPictures({ settings }: { settings: Settings }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-5">
      <PictureRow picture="logo" hint={t("settings.pictures.logo_hint")} addresses={listed(settings.logo)} />
      <PictureRow
        picture="small_logo"
        hint={t("settings.pictures.small_logo_hint")}
        addresses={listed(settings.small_logo)}
      />
      <PictureRow
        picture="background"
        hint={t("settings.pictures.background_hint")}
        addresses={settings.backgrounds}
        isMany
      />
    </div>
  );
}

const listed = (address: string | null) => (address === null ? [] : [address]);

function PictureRow({
  picture,
  hint,
  addresses,
  isMany = false,
}: {
  picture: BrandPicture;
  hint: string;
  addresses: readonly string[];
  isMany?: boolean;
}) {
  const t = useText();
  const id = useId();
  const { add, remove } = useBrandPicture(picture);
  const failure = add.error ?? remove.error;
  const label = t(`settings.labels.${picture}`);
  const frames = addresses.map((address) => (
    <Frame key={address} isWide={picture !== "small_logo"}>
      <img
        src={address}
        alt={label}
        className={isMany ? "size-full object-cover" : "size-full object-contain p-1.5"}
      />
      <Button
        variant="quiet"
        size="sm"
        icon={Trash2}
        className="absolute! end-1 top-1 bg-raised"
        isPending={remove.isPending && remove.variables === address}
        onPress={() => remove.mutate(address)}
      >
        {t("common.remove")}
      </Button>
    </Frame>
  ));
  const button = {
    label: t(isMany || addresses.length === 0 ? "settings.pictures.add" : "settings.pictures.replace"),
    icon: ImageUp,
    accept: types,
    isPending: add.isPending,
  };
  return (
    <fieldset aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <span id={id} className="text-sm font-strong">
        {label}
      </span>
      {isMany ? (
        <div className="flex flex-wrap items-center gap-3">
          {frames}
          <FileInput {...button} onFiles={([file]) => file !== undefined && add.mutate(file)} />
        </div>
      ) : (
        <ImageUpload {...button} onImage={(file) => add.mutate(file)}>
          {frames}
        </ImageUpload>
      )}
      <span
        className={`text-xs ${failure === null ? "text-ink-muted" : "text-bad-text"}`}
        role={failure === null ? undefined : "alert"}
      >
        {failure === null
          ? `${hint} ${t("settings.pictures.limits", {
              mb: isMany ? limits.upload.fileMegabytes : limits.upload.imageMegabytes,
            })}`
          : errorText(failure, t)}
      </span>
    </fieldset>
  );
}

function Frame({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  return (
    <span
      className={`relative block h-20 overflow-hidden rounded-md border border-line bg-sunken ${isWide ? "w-40" : "w-20"}`}
    >
      {children}
    </span>
  );
}
