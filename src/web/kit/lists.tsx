import { List, Map as MapIcon } from "lucide-react";
import { useState } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { line, useWords } from "./words.ts";

export function Lists() {
  const word = useWords();
  const [view, setView] = useState<"list" | "plan">("list");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["2"]));
  const fresh = (
    <Chip tone="ok" hasDot>
      {word.tones[2]}
    </Chip>
  );
  const rows = [1, 2, 3, 4].map((id) => ({
    id: String(id),
    name: `${word.room} ${100 + id}`,
    snags: id * 7,
  }));
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card isPadded={false}>
        <DataTable
          label={word.rooms}
          rows={rows}
          rowId={({ id }) => id}
          selection={{ selected, onSelect: setSelected }}
          sort={{ column: "name", direction: "ascending" }}
          onSort={() => undefined}
          columns={[
            { id: "name", label: word.room, isSortable: true, cell: ({ name }) => name },
            {
              id: "state",
              label: word.state,
              cell: () => fresh,
            },
            { id: "snags", label: word.snags, isNumber: true, isSortable: true, cell: ({ snags }) => snags },
          ]}
        />
      </Card>
      <Card>
        <Tabs
          label={word.rooms}
          entries={[
            { id: "a", label: word.rooms, badge: <Badge count={4} tone="neutral" />, content: <Shimmer /> },
            { id: "b", label: word.snags, badge: <Badge count={128} tone="bad" />, content: word.text },
          ]}
        />
      </Card>
      <div className={line}>
        <SegmentedControl
          label={word.list}
          value={view}
          onChange={setView}
          segments={[
            { value: "list", label: word.list, icon: List },
            { value: "plan", label: word.plan, icon: MapIcon },
          ]}
        />
        <Avatar name={word.site} />
        <Avatar name="سالم" size="lg" />
      </div>
    </div>
  );
}

function Shimmer() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
