import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/lib/client.ts";
import { FoundSelect } from "#web/ui/found-select.tsx";

/** A project, found by the server by what is typed. */
export function ProjectSelect({ label, onChoose }: { label: string; onChoose: (id: number) => void }) {
  const [asked, setAsked] = useState("");
  const projects = useQuery({
    queryKey: ["activity-log", "projects", asked],
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects",
        { query: { page: 1, per_page: 20, ...(asked !== "" && { search: asked }) } },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <FoundSelect
      label={label}
      value={null}
      valueName=""
      onAsk={setAsked}
      onChange={(id) => id !== null && onChoose(id)}
      found={(projects.data?.items ?? []).map(({ id, name }) => ({ id, name }))}
      className="w-72 max-w-full"
    />
  );
}
