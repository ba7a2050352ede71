import { Copy } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** The address that the provider is to be told: it sends people back there. */
export function CallbackAddress({ provider, site }: { provider: string; site: string | undefined }) {
  const t = useText();
  const address = new URL(`/auth/${provider}/callback`, site ?? location.origin).href;
  return (
    <div className="flex items-end gap-2">
      <TextField label={t("settings.callback")} value={address} isReadOnly dir="ltr" className="flex-1" />
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
