import { Printer, Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Showcase } from "#contract/showcase.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

/** Shares or prints the page. */
export function ShareTool({ project }: { project: Showcase }) {
  const t = useText();
  const [isSharing, setIsSharing] = useState(false);
  return (
    <>
      <BareIconButton icon={Share2} label={t("common.share")} onPress={() => setIsSharing(true)} />
      <BareIconButton
        icon={Printer}
        label={t("showcase.print")}
        onPress={() => print()}
        className="max-sm:hidden"
      />
      {isSharing && (
        <Suspense>
          <ShareDialog project={project} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>
  );
}
