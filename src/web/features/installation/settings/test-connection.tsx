import { PlugZap } from "lucide-react";
import type { OutsideService } from "#contract/settings.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { useTestConnection } from "./settings.queries.ts";

/** Asks the server to test its connection to the service, with the stored settings. */
export function TestConnection({ service, isSaved }: { service: OutsideService; isSaved: boolean }) {
  const t = useText();
  const format = useFormat();
  const test = useTestConnection();
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={PlugZap}
          isPending={test.isPending}
          isDisabled={!isSaved}
          onPress={() => test.mutate(service)}
        >
          {t("settings.test.button")}
        </Button>
        {!isSaved && <span className="text-xs text-ink-muted">{t("settings.test.save_first")}</span>}
      </div>
      {test.isError && <Banner tone="bad">{errorText(test.error, t)}</Banner>}
      {test.isSuccess && (
        <Banner
          tone={test.data.ok ? "ok" : "bad"}
          title={t(test.data.ok ? "settings.test.ok" : "settings.test.failed", {
            ms: format.number(test.data.milliseconds),
          })}
        >
          <bdi>{test.data.detail}</bdi>
        </Banner>
      )}
    </div>
  );
}
