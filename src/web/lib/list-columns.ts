import { useState } from "react";
import { recall, remember, storageKeys } from "./storage.ts";

/** A column of a table that can be hidden. */
export interface ColumnChoice {
  readonly id: string;
  readonly label: string;
  /** Always shown: the columns that name the row, and its actions. */
  readonly isFixed?: boolean;
  /** Hidden until the user turns it on. */
  readonly isExtra?: boolean;
}

export interface ColumnChoices<C extends ColumnChoice> {
  readonly all: readonly C[];
  readonly shown: readonly C[];
  readonly isShown: (id: string) => boolean;
  readonly toggle: (id: string, isShown: boolean) => void;
  readonly reset: () => void;
  /** Nothing differs from the default columns. */
  readonly isPlain: boolean;
}

/** By list, the columns that differ from the defaults: `{ invoices: { paid: true, due: false } }`. */
type Kept = Record<string, Record<string, boolean>>;

function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(recall(storageKeys.listColumns) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

/**
 * Which columns of a list are shown; stored in this browser. Stored choices for columns that no longer exist are
 * ignored.
 */
export function useListColumns<C extends ColumnChoice>(list: string, all: readonly C[]): ColumnChoices<C> {
  const [chosen, setChosen] = useState(() => readKept()[list] ?? {});
  const isShown = (id: string): boolean => {
    const column = all.find((one) => one.id === id);
    if (column === undefined) return false;
    return column.isFixed === true || (chosen[id] ?? column.isExtra !== true);
  };
  const keep = (next: Record<string, boolean>) => {
    setChosen(next);
    remember(storageKeys.listColumns, JSON.stringify({ ...readKept(), [list]: next }));
  };
  return {
    all,
    shown: all.filter(({ id }) => isShown(id)),
    isShown,
    toggle: (id, isOn) => keep({ ...chosen, [id]: isOn }),
    reset: () => keep({}),
    isPlain: all.every(({ id, isExtra, isFixed }) => isFixed === true || isShown(id) === (isExtra !== true)),
  };
}
