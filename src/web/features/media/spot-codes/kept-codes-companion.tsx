import { useEffect } from "react";
import { isOnline, onConnection } from "#web/lib/connectivity.ts";
import { recall } from "#web/lib/storage.ts";

/** Mounted on every screen: says when kept codes can be opened. Its code is fetched only if there are any. */
export function KeptCodesCompanion() {
  useEffect(() => {
    const tell = () => {
      if (!isOnline() || recall("app-kept-codes") === null) return;
      void import("./kept-codes-toast.ts")
        .then(({ tellKeptCodes }) => tellKeptCodes())
        .catch(() => undefined);
    };
    // The connection may have come back before this page noticed that there was none.
    tell();
    return onConnection(tell);
  }, []);
  return null;
}
