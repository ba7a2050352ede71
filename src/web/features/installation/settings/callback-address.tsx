import { Copy } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/text-field.tsx";

interface CallbackAddressProps {
  /** Path on this site; `""` is the site itself, without a path. */
  path: string;
  site: string | undefined;
  /** Its label at the provider, if it is not a return address. */
  label?: string;
}

/** The address to enter at the provider: it redirects users there. */
export function CallbackAddress({ path, site, label }: CallbackAddressProps) {
  const t = useText();
  const url = new URL(path, site ?? location.origin);
  const address = path === "" ? url.origin : url.href;
  return (
    <div className="flex items-end gap-2">
      <TextField
        label={label ?? t("settings.callback")}
        value={address}
        isReadOnly
        dir="ltr"
        className="flex-1"
      />
      <IconButton
        icon={Copy}
        label={t("common.copy")}
        onPress={() =>
          void navigator.clipboard
            .writeText(address)
            .then(() => showToast({ tone: "ok", title: t("common.copied") }, limits.toast.form))
        }
      />
    </div>
  );
}
