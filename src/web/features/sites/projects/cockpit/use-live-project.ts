import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Project } from "#contract/projects.ts";
import { useChannel } from "#web/lib/realtime.ts";
import { projectKeys } from "../projects.queries.ts";

/** Milliseconds in which events are collected: thirty rooms that become ready cause one refresh. */
const GATHER = 400;

/** Refreshes when others change the project: its data, its visits, its activity log. */
export function useLiveProject({ id, can }: Project): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void client.invalidateQueries({ queryKey: projectKeys.all });
      void client.invalidateQueries({ queryKey: ["visits"] });
    }, GATHER);
  };
  useChannel(
    can["follow"] === true ? `private-project-${id}` : null,
    {
      "project-changed": refresh,
      "visit.created": refresh,
      "visit.changed": refresh,
      "visit.deleted": refresh,
      "room.added": refresh,
      "room.deleted": refresh,
      "room.ready": refresh,
      "room.failed": refresh,
    },
    refresh,
  );
}
