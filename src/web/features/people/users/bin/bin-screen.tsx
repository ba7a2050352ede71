import { Trash2 } from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { BinnedUser } from "#contract/users.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Loaded } from "#web/shell/list/loaded.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { useBin, useRestoreUser } from "../users.queries.ts";

/** Accounts deleted in the last thirty days. */
export function UsersBinScreen() {
  const t = useText();
  const bin = useBin();
  return (
    <>
      <PageHeader
        title={t("users.bin.title")}
        note={t("users.bin.intro")}
        crumbs={[{ label: t("users.title"), href: "/users" }, { label: t("users.bin.title") }]}
      />
      <Loaded query={bin} screen="users" waiting={<RowsSkeleton count={3} />}>
        {(users) =>
          users.length === 0 ? (
            <EmptyState icon={Trash2} title={t("users.bin.empty_title")} text={t("users.bin.empty_text")} />
          ) : (
            <ul
              aria-label={t("users.bin.title")}
              className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line"
            >
              {users.map((user) => (
                <Row key={user.id} user={user} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ user }: { user: BinnedUser }) {
  const t = useText();
  const format = useFormat();
  const restore = useRestoreUser();
  const { id, name, email, deleted_at, until } = user;

  async function takeOut(): Promise<void> {
    try {
      await restore.mutateAsync(id);
      showToast({ tone: "ok", title: t("users.bin.restored", { name }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="own-direction truncate font-strong">{name}</p>
        <p className="own-direction truncate text-xs text-ink-muted">{email}</p>
        <p className="text-xs text-ink-muted">
          {t("users.bin.deleted", { ago: format.ago(deleted_at) })}
          {" · "}
          {t("users.bin.until", { date: format.date(until, "long") })}
        </p>
      </div>
      <Button
        isPending={restore.isPending}
        onPress={() => void takeOut()}
        aria-label={t("users.bin.restore_named", { name })}
      >
        {t("users.bin.restore")}
      </Button>
    </li>
  );
}
