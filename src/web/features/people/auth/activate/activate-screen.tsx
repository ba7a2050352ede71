import { useState } from "react";
import { ApiError } from "#web/lib/client.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";
import { readActivation } from "../auth.calls.ts";
import { DeadLink } from "../dead-link.tsx";
import { Entrance } from "../entrance.tsx";
import { Loaded } from "../loaded.tsx";
import { useMailToken } from "../mail-token.ts";
import { AcceptInvitation } from "./accept-invitation.tsx";
import { ConfirmAddress } from "./confirm-address.tsx";
import { PasteToken } from "./paste-token.tsx";
import { Resend } from "./resend.tsx";

/**
 * The token decides what is shown: an address to confirm, or an invitation. Without one, it can be pasted or sent
 * again.
 */
export function ActivateScreen() {
  const given = useMailToken("/activate");
  const [token, setToken] = useState(given);
  return (
    <Entrance>
      {token === undefined ? <PasteToken onToken={setToken} /> : <ByToken key={token} token={token} />}
    </Entrance>
  );
}

function ByToken({ token }: { token: string }) {
  const link = useLoaded(() => readActivation(token).catch(deadAsNull));
  const [isDead, setIsDead] = useState(false);
  const onDead = () => setIsDead(true);
  return (
    <Loaded of={link}>
      {(opened) =>
        opened === null || isDead ? (
          <Dead />
        ) : opened.kind === "invitation" ? (
          <AcceptInvitation token={token} invitation={opened} onDead={onDead} />
        ) : (
          <ConfirmAddress token={token} email={opened.email} onDead={onDead} />
        )
      }
    </Loaded>
  );
}

function Dead() {
  const t = useText();
  return (
    <>
      <DeadLink title={t("auth.activate.dead_title")} text={t("auth.activate.dead_text")}>
        <PlainLink href="/login" look={{ variant: "primary", size: "lg" }}>
          {t("auth.to_login")}
        </PlainLink>
      </DeadLink>
      <Resend />
    </>
  );
}

/** An invalid link is not a loading error: it has its own text. */
function deadAsNull(error: unknown): null {
  if (error instanceof ApiError && (error.code === "LINK_INVALID" || error.code === "VALIDATION"))
    return null;
  throw error;
}
