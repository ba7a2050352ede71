import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { NothingHere } from "#web/shell/public-failure.tsx";
import { SignInLink } from "#web/shell/public-frame.tsx";
import { PlainLink } from "#web/ui/plain/plain-link.tsx";

/** The project is private or does not exist: a guest gets the same answer for both. */
export function NotPublic({ standing }: { standing: ReactNode }) {
  const t = useText();
  const isGuest = useUser() === null;
  return (
    <NothingHere
      icon={Lock}
      title={t("showcase.closed_title")}
      text={t(isGuest ? "showcase.closed_guest" : "showcase.closed_text")}
    >
      {isGuest ? <SignInLink isMain onwards={location.pathname} /> : standing}
      <PlainLink href={isGuest ? "/" : "/dashboard"} look={{ variant: "secondary", size: "lg" }}>
        {t("sharing.links.to_start")}
      </PlainLink>
    </NothingHere>
  );
}
