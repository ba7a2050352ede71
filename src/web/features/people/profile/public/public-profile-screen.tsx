import { useParams } from "@tanstack/react-router";
import { UserPen } from "lucide-react";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { usePublicProfile } from "../profile.queries.ts";
import { PublicProfilePage } from "./public-profile-page.tsx";
import { WriteToLink } from "./write-to-link.tsx";

/** A user's public page for a signed-in user: with the link to message them, or to edit the own profile. */
export function PublicProfileScreen() {
  const t = useText();
  const { code } = useParams({ strict: false }) as { code: string };
  const { data, error, refetch } = usePublicProfile(code);
  const user = useUser();
  const actions =
    user === null ? undefined : user.code === code ? (
      <Link href="/editprofile" look={{ variant: "secondary" }}>
        <Icon of={UserPen} size="sm" />
        {t("profile.edit")}
      </Link>
    ) : (
      <WriteToLink code={code} />
    );
  return (
    <PublicProfilePage
      result={
        data !== undefined
          ? { state: "there", data }
          : error === null
            ? { state: "loading" }
            : { state: "failed", error }
      }
      retry={() => void refetch()}
      actions={actions}
    />
  );
}
