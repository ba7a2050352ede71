import { useState } from "react";
import { Entrance } from "../entrance.tsx";
import { useMailToken } from "../mail-token.ts";
import { AskForLink } from "./ask-for-link.tsx";
import { ResetPassword } from "./reset-password.tsx";

/** Without a token, requests a link by email; with that link's token, sets the new password. */
export function RecoverScreen() {
  const token = useMailToken("/recover");
  const [isAskedAgain, setIsAskedAgain] = useState(false);
  return (
    <Entrance>
      {token === undefined || isAskedAgain ? (
        <AskForLink />
      ) : (
        <ResetPassword token={token} onAskAgain={() => setIsAskedAgain(true)} />
      )}
    </Entrance>
  );
}
