import { codeOf } from "#contract/doors.ts";
import { call } from "#web/lib/client.ts";
import { contentOf } from "#web/lib/page-content.ts";
import { useLoaded } from "#web/lib/use-loaded.ts";
import { ShowcasePage } from "./showcase-page.tsx";

/** A project's public page for a guest; its data usually comes with the page. */
export function ShowcaseDoor() {
  const code = codeOf(location.pathname);
  const loading = useLoaded(
    () => call("GET /api/showcase", { query: { project_code: code } }),
    contentOf("showcase", code),
  );
  return <ShowcasePage {...loading} />;
}
