import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/lib/client.ts";
import { personName } from "#web/lib/person-name.ts";
import type { FieldTexts } from "#web/ui/field.tsx";
import { FoundSelect } from "#web/ui/found-select.tsx";

export interface PersonSelectProps extends FieldTexts {
  value: number | null;
  onChange: (id: number | null) => void;
  /** Label of a first entry for all users. Without it a user must be selected. */
  everybody?: string;
  /** Only accounts that can sign in, except these. */
  except?: readonly number[];
  className?: string;
}

/** Others are found by typing. */
const offered = 20;

/** Selects an account; the server searches by the typed text. For super admins. */
export function PersonSelect({ value, except, everybody, ...field }: PersonSelectProps) {
  const [asked, setAsked] = useState("");
  const people = useQuery({
    queryKey: ["users", "found", asked, except !== undefined],
    queryFn: ({ signal }) =>
      call(
        "GET /api/users",
        {
          query: {
            page: 1,
            per_page: offered,
            ...(asked !== "" && { search: asked }),
            ...(except !== undefined && { state: "active" as const }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const listed = people.isPending ? undefined : (people.data?.items ?? []);
  const name = usePersonName(value);
  return (
    <FoundSelect
      {...field}
      value={value}
      valueName={name}
      onAsk={setAsked}
      found={listed
        ?.filter(({ id }) => except?.includes(id) !== true)
        .map((one) => ({ id: one.id, name: personName(one), note: one.email }))}
      {...(everybody !== undefined && { everything: everybody })}
    />
  );
}

/** A user's name by id; the id itself while it loads, and for a deleted account. */
export function usePersonName(id: number | null): string {
  const person = useQuery({
    queryKey: ["users", "one", String(id)],
    queryFn: ({ signal }) => call("GET /api/users/{id}", { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
    retry: false,
  });
  if (id === null) return "";
  return person.data === undefined ? (person.isError ? `#${id}` : "") : personName(person.data);
}
