import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiError, call } from "#web/lib/client.ts";
import { useUser } from "#web/lib/session.ts";
import { ShowcasePage } from "./showcase-page.tsx";
import { useJoinStatus } from "./standing.queries.ts";
import { Standing } from "./standing.tsx";

/** A project's public page for a signed-in user: links a member to the project, lets others request to join. */
export function ShowcaseScreen() {
  const { code } = useParams({ strict: false }) as { code: string };
  const navigate = useNavigate();
  const isSignedIn = useUser() !== null;
  const { data, error, refetch } = useQuery({
    queryKey: ["showcase", code],
    queryFn: ({ signal }) => call("GET /api/showcase", { query: { project_code: code } }, { signal }),
  });
  const isRefused = error instanceof ApiError && error.code === "PROJECT_NOT_PUBLIC";
  const { data: standing } = useJoinStatus(code, isSignedIn);
  const own = standing?.status === "member" ? standing.project?.id_project : undefined;
  useEffect(() => {
    if (isRefused && own !== undefined) void navigate({ href: `/project/${own}`, replace: true });
  }, [isRefused, own, navigate]);
  return (
    <ShowcasePage
      result={
        data !== undefined
          ? { state: "there", data }
          : error === null
            ? { state: "loading" }
            : { state: "failed", error }
      }
      retry={() => void refetch()}
      standing={isSignedIn && standing && <Standing code={code} standing={standing} />}
    />
  );
}
