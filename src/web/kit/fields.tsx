import { getLocalTimeZone, now } from "@internationalized/date";
import { useState } from "react";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { line, useWords } from "./words.ts";

export function Fields() {
  const word = useWords();
  const [date, setDate] = useState<string | null>(
    now(getLocalTimeZone()).set({ hour: 9, minute: 46 }).toAbsoluteString(),
  );
  const [choice, setChoice] = useState<"a" | "b" | null>(null);
  const [search, setSearch] = useState("");
  return (
    <Card title="Fields">
      <div className="flex flex-col gap-4">
        <TextField
          label={word.name}
          hint={word.hint}
          isRequired
          maxLength={100}
          hasCounter
          defaultValue={word.site}
        />
        <TextField label={word.name} isRequired error={word.error} />
        <DateTimeField label={word.date} value={date} onChange={setDate} isRequired isPastOnly />
        <Select
          label={word.state}
          value={choice}
          onChange={setChoice}
          options={[
            { value: "a", label: word.tones[2], note: word.hint },
            { value: "b", label: word.tones[3] },
          ]}
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField label={word.rooms} defaultValue={12} maxValue={99} />
          <PasswordField label="Password" defaultValue="concrete-2026" />
        </div>
        <TextArea label={word.plan} rows={3} maxLength={255} hasCounter defaultValue={word.text} />
        <SearchField label={word.rooms} value={search} onChange={setSearch} />
        <div className={line}>
          <Checkbox defaultSelected>{word.room}</Checkbox>
          <Checkbox isIndeterminate>{word.rooms}</Checkbox>
          <Switch defaultSelected>{word.plan}</Switch>
          <Switch>{word.list}</Switch>
        </div>
        <FileDrop label={word.rooms} hint={word.up} isRequired onFiles={() => undefined} />
      </div>
    </Card>
  );
}
