import { codeOf } from "#contract/doors.ts";
import { call } from "#web/lib/client.ts";
import { contentOf } from "#web/lib/page-content.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { PublicProfilePage } from "./public-profile-page.tsx";

/** A user's public page for a guest; its data usually comes with the page. */
export function PublicProfileDoor() {
  const code = codeOf(location.pathname);
  const loading = useLoaded(
    () => call("GET /api/users/code/{code}", { params: { code } }),
    contentOf("profile", code),
  );
  return <PublicProfilePage {...loading} />;
}
