import { UserSearch } from "lucide-react";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import type { Correspondent } from "#contract/messages.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx, optionRow } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterField } from "#web/ui/filter-field.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useRecipients } from "./inbox.queries.ts";
import { InboxFailure } from "./inbox-failure.tsx";
import { nameOf } from "./messages.ts";

const focusField = (place: HTMLElement | null) => focusOnMount(place?.querySelector("input") ?? null);

export interface NewMessageDialogProps {
  onClose: () => void;
  onChoose: (person: Correspondent) => void;
}

/**
 * Selects a recipient: typing searches on the server, arrows and Enter select, and the message is written in the
 * conversation.
 */
export function NewMessageDialog({ onClose, onChoose }: NewMessageDialogProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const people = useRecipients(search.trim());
  const found = people.data ?? [];
  return (
    <Modal title={t("messages.new_dialog.title")} isOpen onClose={onClose} size="sm">
      <Autocomplete inputValue={search} onInputChange={setSearch}>
        <div ref={focusField} className="pt-0.5">
          <FilterField label={t("messages.new_dialog.search")} />
        </div>
        <div className={cx("mt-3 h-80 overflow-y-auto", people.isPlaceholderData && "opacity-60")}>
          {people.isPending ? (
            <Waiting />
          ) : people.isError ? (
            <InboxFailure error={people.error} onRetry={() => void people.refetch()} />
          ) : found.length === 0 ? (
            <EmptyState
              icon={UserSearch}
              title={t("messages.new_dialog.none_title")}
              text={t("messages.new_dialog.none_text")}
              className="py-8"
            />
          ) : (
            <ListBox
              aria-label={t("messages.new_dialog.label")}
              selectionMode="none"
              onAction={(key) => {
                const chosen = found.find(({ id }) => id === key);
                if (chosen !== undefined) onChoose(chosen);
              }}
              className="outline-none"
            >
              {found.map((person) => (
                <PersonOption key={person.id} person={person} />
              ))}
            </ListBox>
          )}
        </div>
      </Autocomplete>
    </Modal>
  );
}

function PersonOption({ person }: { person: Correspondent }) {
  const name = nameOf(person, "");
  return (
    <ListBoxItem id={person.id} textValue={name} className={cx(optionRow, "min-h-13 gap-3")}>
      <Avatar name={name} picture={person.avatar} />
      <span className="min-w-0 flex-1">
        <span className="own-direction block truncate font-strong">{name}</span>
        {name !== person.username && (
          <span className="own-direction block truncate text-xs text-ink-muted">{person.username}</span>
        )}
      </span>
    </ListBoxItem>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 p-2">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-9 w-full" />
      ))}
    </div>
  );
}
