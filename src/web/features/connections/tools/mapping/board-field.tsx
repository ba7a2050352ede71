import { useState } from "react";
import type { Tool } from "#contract/tools.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { FoundSelect } from "#web/ui/found-select.tsx";
import { useBoards } from "../tools.queries.ts";
import type { Named } from "./use-mapping.ts";

export function BoardField({
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
  const listed = boards.isPending ? undefined : boards.items;
  return (
    <FoundSelect
      label={t(`tools.mapping.board.${tool}`)}
      hint={boards.isCut ? t("tools.mapping.board_cut") : t("tools.mapping.board_hint", { account })}
      error={error ?? refusal}
      isRequired
      found={listed?.map(({ id, name, place }) => ({ id, name, ...(place !== "" && { note: place }) }))}
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
