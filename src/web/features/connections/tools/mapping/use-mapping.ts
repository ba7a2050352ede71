import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Tool } from "#contract/tools.ts";
import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { useMapProject } from "../tools.changes.ts";
import { type MappedProject, useBoard } from "../tools.queries.ts";
import { keepStatuses, proposeStatuses, type StatusMapping } from "./propose.ts";

export interface Named<I> {
  readonly id: I;
  readonly name: string;
}

/** The user's selection; untouched fields follow the board. */
interface Choice {
  readonly section?: string;
  readonly statuses?: StatusMapping;
  readonly sends_photos: boolean;
  readonly sends_all: boolean;
}

interface MappingOptions {
  readonly tool: Tool;
  /** The changed mapping; null for a new one. */
  readonly mapped: MappedProject | null;
  /** A preselected project. */
  readonly given: Named<number> | undefined;
  readonly onSaved: () => void;
}

export type Mapping = ReturnType<typeof useMapping>;

/** A project and its board: the selection, the values derived from it, and saving it. */
export function useMapping({ tool, mapped, given, onSaved }: MappingOptions) {
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

  // Trello's lists are statuses and sections at once: only a section without a status needs to be selected.
  const isPlacedByStatus = sections.every(({ id }) => there.some((status) => status.id === id));

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
      onSaved();
    } catch (error) {
      const isOfBoard = error instanceof ApiError && error.code === "TOOL_BOARD_UNKNOWN";
      setProblems({ [isOfBoard ? "board" : "all"]: errorText(error, t) });
    }
  }

  function chooseProject(next: Named<number> | null): void {
    setProject(next);
    setProblems({});
  }

  function chooseBoard(next: Named<string>): void {
    setBoard(next);
    setProblems({});
    // Sections and statuses belong to another board now.
    setChoice({ sends_photos: choice.sends_photos, sends_all: choice.sends_all });
  }

  const shown = { detail, there, statuses, sections, section, isPlacedByStatus, isSameBoard };
  return { project, board, choice, setChoice, problems, save, submit, chooseProject, chooseBoard, ...shown };
}
