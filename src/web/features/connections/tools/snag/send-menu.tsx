import { Send } from "lucide-react";
import { useState } from "react";
import type { Snag } from "#contract/snags.ts";
import type { Tool } from "#contract/tools.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { openTools } from "../open-tools.ts";
import { toolIcons } from "../tool-looks.ts";
import { useSendSeveral } from "../tools.changes.ts";
import { useToolsOfProjects } from "../tools.queries.ts";

export interface SendMenuProps {
  chosen: readonly Snag[];
  /** Called after sending: the selection can be cleared. */
  onDone: () => void;
}

/** Sends the selected snags to a tool that has a board for each of their projects. */
export function SendMenu({ chosen, onDone }: SendMenuProps) {
  const t = useText();
  const mine = openTools(useSignedInUser());
  const sendSeveral = useSendSeveral();
  const [isBusy, setIsBusy] = useState(false);
  const projects = [...new Set(chosen.map(({ id_project }) => id_project))];
  const { boards, isPending } = useToolsOfProjects(projects, mine.length > 0);
  if (mine.length === 0) return null;
  const mayEdit = chosen.every(({ can }) => can["edit"] === true);
  const offered = mine.filter((tool) => boards.every((of) => of.some((one) => one.tool === tool)));

  async function send(tool: Tool): Promise<void> {
    setIsBusy(true);
    // On refusal they stay selected, so that a retry is one press.
    const ids = chosen.map(({ id }) => id);
    if (await sendSeveral(tool, ids)) onDone();
    setIsBusy(false);
  }

  return (
    <Menu
      label={t("tools.bulk.send")}
      placement="top end"
      trigger={
        <Button variant="quiet" icon={Send} isDisabled={isBusy || !mayEdit} aria-label={t("tools.bulk.send")}>
          <span className="max-xl:sr-only">{t("tools.bulk.send")}</span>
        </Button>
      }
      header={
        offered.length === 0 && (
          <p className="max-w-64 px-3.5 py-3 text-xs text-ink-muted">
            {t(isPending ? "tools.bulk.loading" : "tools.bulk.board_first")}
          </p>
        )
      }
    >
      {offered.map((tool) => (
        <MenuItem
          key={tool}
          id={tool}
          icon={toolIcons[tool]}
          label={t(`tools.names.${tool}`)}
          onAction={() => void send(tool)}
        />
      ))}
    </Menu>
  );
}
