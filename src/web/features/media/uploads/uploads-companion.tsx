import { type ComponentType, useEffect, useState } from "react";
import { whenAllTexts } from "#web/lib/language.ts";
import { whenIdle } from "#web/lib/when-idle.ts";

const pause = 5000;

/** Mounted on every screen; loads running and unfinished uploads when the page is idle. */
export function UploadsCompanion() {
  const [Tray, setTray] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const load = async () => {
      try {
        const { UploadTray } = await import("./upload-tray.tsx");
        // It says how uploads ended, with texts that a first screen begins without.
        await whenAllTexts();
        if (!isGone) setTray(() => UploadTray);
      } catch {
        if (!isGone) timer = setTimeout(() => void load(), pause);
      }
    };
    const cancel = whenIdle(() => void load());
    return () => {
      isGone = true;
      cancel();
      clearTimeout(timer);
    };
  }, []);
  return Tray && <Tray />;
}
