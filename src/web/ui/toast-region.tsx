import { useEffect, useState } from "react";
import { whenToastsWait } from "#web/lib/toasts.ts";
import { later, useLater } from "./later.ts";

const surface = later(() => import("./toast-surface.tsx"));

/** The region of toasts; its content is fetched with the first one. There is one region per page. */
export function ToastRegion() {
  const [isWanted, setIsWanted] = useState(false);
  const Surface = useLater(surface, isWanted)?.ToastSurface;
  useEffect(() => whenToastsWait(() => setIsWanted(true)), []);
  return Surface && <Surface />;
}
