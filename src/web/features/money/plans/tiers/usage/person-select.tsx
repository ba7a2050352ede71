import { useState } from "react";
import { personName } from "#web/lib/person-name.ts";
import { useText } from "#web/lib/use-text.ts";
import { FoundSelect } from "#web/ui/found-select.tsx";
import { usePeople, usePerson } from "../tiers.queries.ts";

/** All users, or one that the server finds by name: there may be more users than a list can hold. */
export function PersonSelect({
  user,
  onChange,
}: {
  user: number | null;
  onChange: (user: number | null) => void;
}) {
  const t = useText();
  const person = usePerson(user);
  const [asked, setAsked] = useState("");
  const people = usePeople(asked);
  return (
    <FoundSelect
      label={t("plans.tiers.whose")}
      everything={t("plans.tiers.everybody")}
      found={(people.data?.items ?? []).map((one) => ({
        id: one.id,
        name: personName(one),
        note: one.email,
      }))}
      onAsk={setAsked}
      value={user}
      valueName={person.data === undefined ? "" : personName(person.data)}
      onChange={onChange}
      className="w-80 max-sm:w-full"
    />
  );
}
