import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import type { TeamMember } from "#contract/team.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { membersMatching } from "./matching.ts";
import { MemberDialogs, type MemberQuestion } from "./member-dialogs.tsx";
import { MemberRow } from "./member-row.tsx";
import type { Giver } from "./roles.ts";

/** Number of rows at first, and of each further step: a team can have a thousand members. */
const FIRST = 8;
const MORE = 50;

export interface MemberListProps {
  project: Project;
  members: readonly TeamMember[];
  giver: Giver;
}

export function MemberList({ project, members, giver }: MemberListProps) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const [most, setMost] = useState(FIRST);
  const [question, setQuestion] = useState<MemberQuestion | null>(null);
  const found = membersMatching(members, typed);
  const isSearched = typed.trim() !== "";
  return (
    <div className="pb-2">
      {members.length > FIRST && (
        <div className="px-4 pb-2">
          <SearchField
            label={t("team.search")}
            value={typed}
            onChange={(next) => {
              setTyped(next);
              setMost(FIRST);
            }}
          />
          <output className="mt-1.5 block text-xs text-ink-muted tabular-nums">
            {t(isSearched ? "team.found" : "team.members_count", { count: found.length })}
          </output>
        </div>
      )}
      {found.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-muted">
          {t(isSearched ? "team.no_match" : "team.empty_text")}
        </p>
      ) : (
        <ul aria-label={t("team.title")}>
          {found.slice(0, most).map((member) => (
            <MemberRow key={member.id_member} member={member} onAsk={setQuestion} />
          ))}
        </ul>
      )}
      {found.length > most && (
        <div className="px-4 pt-1 pb-1">
          <Button size="sm" variant="quiet" className="w-full" onPress={() => setMost(most + MORE)}>
            {t("team.show_more")}
          </Button>
        </div>
      )}
      <MemberDialogs
        project={project}
        giver={giver}
        question={question}
        // Another user may have changed the member while the question was open.
        member={members.find(({ id_user }) => id_user === question?.id_user)}
        onClose={() => setQuestion(null)}
      />
    </div>
  );
}
