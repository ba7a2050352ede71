import { whenAllTexts } from "#web/lib/language.ts";
import { useCompanion } from "#web/lib/use-companion.ts";

async function loadTray() {
  const { UploadTray } = await import("./upload-tray.tsx");
  // It says how uploads ended, with texts that a first screen begins without.
  await whenAllTexts();
  return { UploadTray };
}

/** Mounted on every screen; loads running and unfinished uploads when the page is idle. */
export function UploadsCompanion() {
  const Tray = useCompanion(loadTray)?.UploadTray;
  return Tray && <Tray />;
}
