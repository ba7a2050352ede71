import { LockKeyhole, LockKeyholeOpen, UsersRound } from "lucide-react";
import { useState } from "react";
import type { UserRow } from "#contract/users.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { personName } from "#web/lib/person-name.ts";
import { useUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Loaded } from "#web/shell/list/loaded.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Outline, Skeleton } from "#web/ui/skeleton.tsx";
import type { Tone } from "#web/ui/tone.ts";
import { useLock, useNewPeople } from "./approvals.queries.ts";

const tones: Readonly<Record<UserRow["state"], Tone>> = {
  active: "ok",
  invited: "info",
  unconfirmed: "warn",
  locked: "bad",
};
/** The newest accounts, so that an unknown one is noticed at once and can be locked. */
export function NewRegistrations() {
  const t = useText();
  const [show, setShow] = useState<"all" | "unconfirmed">("all");
  const people = useNewPeople(show === "unconfirmed");
  return (
    <section aria-labelledby="new-people" className="min-w-0">
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="new-people" className="text-lg font-strong">
          {t("projects.approvals.people")}
        </h2>
        <SegmentedControl
          label={t("projects.approvals.show")}
          segments={[
            { value: "all", label: t("projects.approvals.show_all") },
            { value: "unconfirmed", label: t("projects.approvals.show_unconfirmed") },
          ]}
          value={show}
          onChange={setShow}
        />
      </div>
      <Loaded query={people} screen="approvals" waiting={<PeopleSkeleton />}>
        {({ items }) => (
          <Card isPadded={false}>
            {items.length === 0 ? (
              <EmptyState
                icon={UsersRound}
                title={t(
                  show === "all" ? "projects.approvals.people_none" : "projects.approvals.unconfirmed_none",
                )}
                text={t(
                  show === "all"
                    ? "projects.approvals.people_none_text"
                    : "projects.approvals.unconfirmed_none_text",
                )}
              />
            ) : (
              <ul aria-label={t("projects.approvals.people")} className="divide-y divide-line">
                {items.map((user) => (
                  <NewPerson key={user.id} user={user} />
                ))}
              </ul>
            )}
            <p className="border-t border-line px-4 py-3">
              <Link href="/users?sort=created">{t("projects.approvals.all_people")}</Link>
            </p>
          </Card>
        )}
      </Loaded>
    </section>
  );
}

function NewPerson({ user }: { user: UserRow }) {
  const t = useText();
  const format = useFormat();
  const isMe = useUser()?.id === user.id;
  const lock = useLock();
  const [isAsked, setIsAsked] = useState(false);
  const name = personName(user);
  const isLocked = user.state === "locked";
  const setLocked = (locked: boolean) =>
    lock.mutate(
      { user, locked },
      {
        onSuccess: () =>
          showToast({
            tone: "ok",
            title: t(locked ? "projects.approvals.locked" : "projects.approvals.unlocked", { name }),
          }),
        onError: (error) => showFailure(error, t),
        onSettled: () => setIsAsked(false),
      },
    );
  return (
    <li className="flex items-center gap-3 py-2.5 ps-4 pe-2">
      <Avatar name={name} picture={user.avatar} />
      <div className="min-w-0 flex-1">
        <Link
          href={`/edituser/${user.id}`}
          look="plain"
          className="hit-line own-direction block truncate font-strong"
        >
          {name}
        </Link>
        <p className="flex min-w-0 gap-1.5 text-xs text-ink-muted">
          <bdi className="min-w-0 truncate">{user.email}</bdi>
          <span aria-hidden>·</span>
          <time
            dateTime={user.created_at}
            title={format.date(user.created_at, "moment")}
            className="shrink-0"
          >
            {format.ago(user.created_at)}
          </time>
        </p>
      </div>
      {user.state !== "active" && (
        <Chip tone={tones[user.state]}>{t(`projects.approvals.states.${user.state}`)}</Chip>
      )}
      {isMe ? (
        <span className="px-2 text-xs text-ink-muted">{t("projects.approvals.you")}</span>
      ) : (
        <IconButton
          icon={isLocked ? LockKeyholeOpen : LockKeyhole}
          label={t(isLocked ? "projects.approvals.unlock_of" : "projects.approvals.lock_of", { name })}
          isDisabled={lock.isPending}
          onPress={() => (isLocked ? setLocked(false) : setIsAsked(true))}
          className="touch:size-11"
        />
      )}
      <ConfirmDialog
        title={t("projects.approvals.lock_title", { name })}
        confirmLabel={t("projects.approvals.lock")}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => setLocked(true)}
        isDestructive
        isPending={lock.isPending}
      >
        {t("projects.approvals.lock_text")}
      </ConfirmDialog>
    </li>
  );
}

function PeopleSkeleton() {
  return (
    <Card isPadded={false}>
      <Outline className="block divide-y divide-line">
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex items-center gap-3 px-4 py-2.5">
            <Skeleton className="size-9 rounded-full" />
            <div className="flex flex-1 flex-col gap-1.5">
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-3 w-1/2" />
            </div>
          </div>
        ))}
      </Outline>
    </Card>
  );
}
