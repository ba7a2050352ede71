import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Tool } from "#contract/tools.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { useConnect } from "../tools.changes.ts";
import { toolKeys } from "../tools.queries.ts";
import { endSignIn, isSigningIn, readReturn } from "./sign-in-return.ts";

/**
 * Completes a sign-in at the tool: removes its result from the address at once, hands a token to the server, and
 * reports errors. `isBusy` while the tool is asked for the token's account.
 */
export function useReturn(tool: Tool): { problem: string | null; isBusy: boolean } {
  const t = useText();
  const router = useRouter();
  const client = useQueryClient();
  const connect = useConnect(tool);
  const [back] = useState(() => readReturn(location));
  const [isOurs] = useState(() => isSigningIn(tool));

  const arrive = useEffectEvent(() => {
    if (back === null) return;
    router.history.replace(`/${tool}`);
    endSignIn();
    if (back.kind === "done") {
      void client.invalidateQueries({ queryKey: toolKeys.all });
      const title = t("tools.connect.returned", { tool: t(`tools.names.${tool}`) });
      showToast({ tone: "ok", title }, limits.toast.form);
    } else if (back.kind === "token" && isOurs) connect.mutate({ token: back.token });
  });
  useEffect(() => arrive(), []);

  return { problem: problemOf(), isBusy: connect.isPending };

  function problemOf(): string | null {
    if (connect.error !== null) return errorText(connect.error, t);
    if (back?.kind === "failed")
      return t(`tools.connect.endings.${back.ending}`, { tool: t(`tools.names.${tool}`) });
    return back?.kind === "token" && !isOurs ? t("tools.connect.stranger") : null;
  }
}
