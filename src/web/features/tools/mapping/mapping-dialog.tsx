import { type ReactNode, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Tool } from "#contract/tools.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FoundSelect } from "#web/ui/found-select.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import type { ToolParts } from "../parts.ts";
import { useMapProject } from "../tools.changes.ts";
import { type MappedProject, useBoard, useBoards } from "../tools.queries.ts";
import { keepStatuses, proposeStatuses, type StatusMapping } from "./propose.ts";
import { StatusTable } from "./status-table.tsx";

interface MappingDialogProps {
  tool: Tool;
  parts: ToolParts;
  account: string;
  /** What is changed; null for a new one. */
  mapped: MappedProject | null;
  /** A project that is chosen already, where the dialog is opened on its page. */
  given?: { readonly id: number; readonly name: string };
  /** Projects that have a board of this tool. */
  taken: readonly number[];
  onClose: () => void;
}

interface Named<I> {
  readonly id: I;
  readonly name: string;
}

/** What the person chose; what he has not touched follows the board. */
interface Choice {
  readonly section?: string;
  readonly statuses?: StatusMapping;
  readonly sends_photos: boolean;
  readonly sends_all: boolean;
}

/** Project, board, place on it, statuses: from top to bottom, each once the one above it is known. */
export function MappingDialog({ tool, parts, account, mapped, given, taken, onClose }: MappingDialogProps) {
  const t = useText();
  const [project, setProject] = useState<Named<number> | null>(
    mapped === null ? (given ?? null) : { id: mapped.id_project, name: mapped.project },
  );
  const [board, setBoard] = useState<Named<string> | null>(mapped?.board ?? null);
  const [choice, setChoice] = useState<Choice>({
    sends_photos: mapped?.sends_photos ?? true,
    sends_all: mapped?.sends_all ?? false,
  });
  const [problems, setProblems] = useState<{ project?: string; board?: string; all?: string }>({});
  const detail = useBoard(tool, board?.id ?? null);
  const save = useMapProject(tool);
  const name = t(`tools.names.${tool}`);

  const isSameBoard = mapped !== null && board?.id === mapped.board.id;
  const there = detail.data?.statuses ?? [];
  const statuses =
    choice.statuses ?? (isSameBoard ? keepStatuses(mapped.statuses, there) : proposeStatuses(there));
  const sections = detail.data?.sections ?? [];
  const section =
    sections.find(({ id }) => id === choice.section) ??
    (isSameBoard ? sections.find(({ id }) => id === mapped.section?.id) : undefined) ??
    sections.find(({ id }) => id === statuses.open) ??
    sections[0];

  // Lists of Trello are statuses and places at once: only what has no status there needs another place.
  const isPlacedByStatus = sections.every(({ id }) => there.some((status) => status.id === id));
  const sectionField = section !== undefined && (
    <Select
      label={t(isPlacedByStatus ? "tools.mapping.section_elsewhere" : "tools.mapping.section")}
      options={sections.map(({ id, name: label }) => ({ value: id, label }))}
      value={section.id}
      onChange={(id) => setChoice({ ...choice, section: id })}
      className="sm:max-w-[calc(50%-0.75rem)]"
    />
  );

  async function submit(): Promise<void> {
    const missing = {
      ...(project === null && { project: t("tools.mapping.project_required") }),
      ...(board === null && { board: t("tools.mapping.board_required") }),
    };
    setProblems(missing);
    if (project === null || board === null || detail.data === undefined || save.isPending) return;
    try {
      const { sends_photos, sends_all } = choice;
      await save.mutateAsync({
        id: project.id,
        board: board.id,
        section: section?.id ?? null,
        statuses,
        sends_photos,
        sends_all,
      });
      const values = { project: project.name, board: board.name };
      showToast({ tone: "ok", title: t("tools.mapping.saved", values) }, limits.toast.form);
      onClose();
    } catch (error) {
      const isOfBoard = error instanceof ApiError && error.code === "TOOL_BOARD_UNKNOWN";
      setProblems({ [isOfBoard ? "board" : "all"]: errorText(error, t) });
    }
  }

  return (
    <Modal
      title={
        mapped === null
          ? t("tools.mapping.new_title", { tool: name })
          : t("tools.mapping.edit_title", { project: mapped.project })
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
              onChange={(next) => {
                setProject(next);
                setProblems({});
              }}
            />
          )}
          <BoardField
            tool={tool}
            account={account}
            value={board}
            error={problems.board}
            onChange={(next) => {
              setBoard(next);
              setProblems({});
              // Sections and statuses are those of another board now.
              setChoice({ sends_photos: choice.sends_photos, sends_all: choice.sends_all });
            }}
          />
        </div>
        {mapped !== null && <Consequences mapped={mapped} isSameBoard={isSameBoard} />}
        {board === null ? null : detail.isError ? (
          <p role="alert" className="flex flex-col items-start gap-2 text-sm text-ink-muted">
            {errorText(detail.error, t)}
            <Button size="sm" onPress={() => void detail.refetch()}>
              {t("common.retry")}
            </Button>
          </p>
        ) : detail.data === undefined ? (
          <BoardSkeleton />
        ) : (
          <>
            {!isPlacedByStatus && sectionField}
            <section aria-labelledby="tool-statuses" className="flex flex-col gap-3">
              <div>
                <h3 id="tool-statuses" className="text-sm font-strong">
                  {t("tools.mapping.statuses")}
                </h3>
                <p className="text-sm text-ink-muted">{t("tools.mapping.statuses_text")}</p>
                {choice.statuses === undefined && !isSameBoard && (
                  <p className="text-sm text-ink-muted">{t("tools.mapping.proposed")}</p>
                )}
              </div>
              <StatusTable
                board={detail.data.name}
                there={there}
                value={statuses}
                onChange={(next) => setChoice({ ...choice, statuses: next })}
                SnagMark={parts.SnagMark}
              />
              {isPlacedByStatus && Object.values(statuses).includes(null) && sectionField}
            </section>
          </>
        )}
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

function BoardField({
  tool,
  account,
  value,
  error,
  onChange,
}: {
  tool: Tool;
  account: string;
  value: Named<string> | null;
  error: string | undefined;
  onChange: (board: Named<string>) => void;
}) {
  const t = useText();
  const [letters, setLetters] = useState("");
  const boards = useBoards(tool, letters);
  const refusal =
    boards.error === null ? undefined : `${t("tools.mapping.boards_failed")}. ${errorText(boards.error, t)}`;
  return (
    <FoundSelect
      label={t("tools.mapping.board")}
      hint={boards.isCut ? t("tools.mapping.board_cut") : t("tools.mapping.board_hint", { account })}
      error={error ?? refusal}
      isRequired
      found={boards.items.map(({ id, name, place }) => ({ id, name, ...(place !== "" && { note: place }) }))}
      onAsk={setLetters}
      value={value?.id ?? null}
      valueName={value?.name ?? ""}
      onChange={(id) => {
        const chosen = boards.items.find((one) => one.id === id);
        if (chosen) onChange({ id: chosen.id, name: chosen.name });
      }}
    />
  );
}

/** What saving changes beside what is seen: whose account it goes through, and cards that stay behind. */
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

function BoardSkeleton() {
  return (
    <Outline className="flex flex-col gap-4">
      <Skeleton className="h-9 w-1/2" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </Outline>
  );
}
