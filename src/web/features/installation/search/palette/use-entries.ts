import { useRouter } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { Search } from "lucide-react";
import { useState } from "react";
import type { SearchHit } from "#contract/search.ts";
import { useText } from "#web/lib/use-text.ts";
import { useFollow } from "#web/shell/use-follow.ts";
import { typeIcon } from "../kinds.ts";
import { markPieces, type Piece } from "../marks.ts";
import { rememberTerm } from "../search.queries.ts";
import { type Results, useResults } from "../use-results.ts";
import { match } from "./match.ts";
import { recentlyUsed, rememberUsed, type Used } from "./recent.ts";
import type { Command } from "./use-commands.ts";

/** An entry of the palette. */
export interface Entry {
  readonly id: string;
  readonly pieces: readonly Piece[];
  readonly icon: LucideIcon;
  readonly points?: boolean;
  /** At the end of the entry: the kind and the code of a record. */
  readonly note?: string;
  readonly run: () => void;
}

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Entries {
  readonly groups: readonly EntryGroup[];
  readonly state: Results["state"] | "idle";
}

/** Fewer than in the search: here they are listed beside the commands. */
const itemsShown = 5;
const commandsShown = 8;
const recentShown = 5;
/** A recently used entry wins over a slightly better match. */
const recentBonus = 15;

/** Entries of the palette for the search text; for none, recently used ones and all commands. */
export function useEntries(text: string, commands: readonly Command[], close: () => void): Entries {
  const t = useText();
  const router = useRouter();
  const follow = useFollow();
  const results = useResults(text, itemsShown);
  // As of the opening of the palette.
  const [used] = useState(recentlyUsed);
  const isTyped = text.trim() !== "";

  const take = (own: Used, run: () => void) => () => {
    rememberUsed(own);
    close();
    run();
  };
  const ofCommand = (command: Command, pieces: readonly Piece[] = plain(command.label)): Entry => {
    const { id, icon, points = false, run } = command;
    return { id, pieces, icon, points, run: take({ id }, run) };
  };
  const ofHit = (hit: SearchHit): Entry => {
    const id = `${hit.type} ${hit.id}`;
    const open = () => {
      if (isTyped) void rememberTerm(text);
      follow(hit.url);
    };
    return {
      id,
      pieces: markPieces(hit.title, text),
      icon: typeIcon(hit.type),
      note: `${t(`search.type.${hit.type}`)} · ${hit.code}`,
      run: take({ id, hit }, open),
    };
  };
  const group = (title: EntryTitle, entries: readonly Entry[]): EntryGroup[] =>
    entries.length === 0 ? [] : [{ title: t(`search.palette.${title}`), entries }];

  if (!isTyped) {
    const recent = used.flatMap(({ id, hit }) => {
      const command = commands.find((known) => known.id === id);
      return command ? [ofCommand(command)] : hit ? [ofHit(hit)] : [];
    });
    const rest = (of: Command["group"]) =>
      commands.filter((command) => command.group === of).map((command) => ofCommand(command));
    return {
      state: "idle",
      groups: [
        ...group(
          "groups.recent",
          recent.slice(0, recentShown).map((entry) => ({ ...entry, id: `recent ${entry.id}` })),
        ),
        ...group("groups.screens", rest("screens")),
        ...group("groups.create", rest("create")),
        ...group("groups.actions", rest("actions")),
      ],
    };
  }

  const fitting = commands
    .flatMap((command) => {
      const fit = match(command.label, command.words, text);
      const bonus = used.some(({ id }) => id === command.id) ? recentBonus : 0;
      return fit === null ? [] : [{ score: fit.score + bonus, entry: ofCommand(command, fit.pieces) }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
  const all = router.buildLocation({ to: "/search", search: { q: text.trim() } as never }).href;
  const everywhere: Entry = {
    id: "everywhere",
    pieces: plain(t("search.palette.everywhere", { term: text.trim() })),
    icon: Search,
    run: () => {
      close();
      follow(all);
    },
  };
  return {
    state: results.state,
    groups: [
      ...group("commands", fitting.slice(0, commandsShown)),
      ...group("groups.items", [...results.hits.map(ofHit), everywhere]),
    ],
  };
}

type EntryTitle = "commands" | `groups.${"recent" | "screens" | "create" | "actions" | "items"}`;

const plain = (text: string): Piece[] => [{ text, isMatch: false }];
