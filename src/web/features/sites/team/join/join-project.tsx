import { Clock, LogIn, MailOpen } from "lucide-react";
import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { useStanding } from "../own.queries.ts";
import { JoinDialog } from "./join-dialog.tsx";

/** On the page of a public project, for users who are not members: requests to join, or shows the status of the request. */
export function JoinProject({ project: { name, project_code } }: { project: Project }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useStanding({ project_code });
  const look = {
    pending: { icon: Clock, label: t("team.join.visitor_pending"), variant: "secondary" },
    invited: { icon: MailOpen, label: t("team.join.visitor_invited"), variant: "primary" },
  } as const;
  const shown =
    data?.status === "pending" || data?.status === "invited"
      ? look[data.status]
      : ({ icon: LogIn, label: t("team.join.visitor"), variant: "primary" } as const);
  return (
    <>
      <Button icon={shown.icon} variant={shown.variant} onPress={() => setIsOpen(true)}>
        {shown.label}
      </Button>
      {isOpen && <JoinDialog code={project_code} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
