import type { ReactNode } from "react";
import type { Tool } from "#contract/tools.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { ToolParts } from "../parts.ts";
import type { MappedProject } from "../tools.queries.ts";
import { BoardDetail } from "./board-detail.tsx";
import { BoardField } from "./board-field.tsx";
import { useMapping } from "./use-mapping.ts";

interface MappingDialogProps {
  tool: Tool;
  parts: ToolParts;
  account: string;
  /** The changed mapping; null for a new one. */
  mapped: MappedProject | null;
  /** A preselected project, when the dialog is opened on its page. */
  given?: { readonly id: number; readonly name: string } | undefined;
  /** Projects that have a board of this tool. */
  taken: readonly number[];
  onClose: () => void;
}

/** Project, board, section, statuses: from top to bottom, each once the one above it is known. */
export function MappingDialog({ tool, parts, account, mapped, given, taken, onClose }: MappingDialogProps) {
  const t = useText();
  const mapping = useMapping({ tool, mapped, given, onSaved: onClose });
  const { project, board, choice, setChoice, problems, isSameBoard, save, submit } = mapping;
  const name = t(`tools.names.${tool}`);

  return (
    <Modal
      title={
        mapped === null
          ? t("tools.mapping.new_title", { tool: name })
          : t("tools.mapping.edit_title", { tool: name, project: mapped.project })
      }
      isOpen
      onClose={onClose}
      size="lg"
      isDismissable={!save.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={save.isPending}>
            {t("common.cancel")}
          </Button>
          <Button variant="primary" isPending={save.isPending} onPress={() => void submit()}>
            {t("tools.mapping.save")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {problems.all !== undefined && <Banner tone="bad">{problems.all}</Banner>}
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {mapped === null && given === undefined && (
            <ProjectSelect
              label={t("tools.mapping.project")}
              hint={t("tools.mapping.project_hint")}
              may="edit"
              except={taken}
              isRequired
              value={project?.id ?? null}
              error={problems.project}
              onChange={mapping.chooseProject}
            />
          )}
          <BoardField
            tool={tool}
            account={account}
            value={board}
            error={problems.board}
            onChange={mapping.chooseBoard}
          />
        </div>
        {mapped !== null && <Consequences mapped={mapped} isSameBoard={isSameBoard} />}
        <BoardDetail mapping={mapping} SnagMark={parts.SnagMark} />
        <div className="flex flex-col gap-4">
          <OnOff
            label={t("tools.mapping.sends_photos")}
            text={t("tools.mapping.sends_photos_text")}
            isOn={choice.sends_photos}
            onChange={(sends_photos) => setChoice({ ...choice, sends_photos })}
          />
          <OnOff
            label={t("tools.mapping.sends_all")}
            text={t("tools.mapping.sends_all_text")}
            isOn={choice.sends_all}
            onChange={(sends_all) => setChoice({ ...choice, sends_all })}
          />
        </div>
      </div>
    </Modal>
  );
}

/** Consequences of saving that are not visible: the account it uses, and cards that stay on the old board. */
function Consequences({ mapped, isSameBoard }: { mapped: MappedProject; isSameBoard: boolean }) {
  const t = useText();
  const { connected_by, link_count } = mapped;
  const isOthers = connected_by.id_user !== useSignedInUser().id && connected_by.account !== "";
  const isLeft = !isSameBoard && link_count > 0;
  if (!isOthers && !isLeft) return null;
  return (
    <Banner tone={isLeft ? "warn" : "info"}>
      {isLeft && <p>{t("tools.mapping.other_board", { count: link_count })}</p>}
      {isOthers && (
        <p>{t("tools.mapping.other_account", { account: connected_by.account, name: connected_by.name })}</p>
      )}
    </Banner>
  );
}

function OnOff({
  label,
  text,
  isOn,
  onChange,
}: {
  label: string;
  text: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): ReactNode {
  return (
    <Switch isSelected={isOn} onChange={onChange} className="items-start!">
      <span className="flex flex-col">
        <span className="font-strong">{label}</span>
        <span className="text-ink-muted">{text}</span>
      </span>
    </Switch>
  );
}
