import { useParams, useRouter } from "@tanstack/react-router";
import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import type { InvoiceDetail } from "#contract/billing.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMoney } from "#web/lib/money.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { period } from "#web/lib/period.ts";
import { useText } from "#web/lib/use-text.ts";
import { InvoicePdf } from "#web/shell/invoices/invoice-pdf.tsx";
import { InvoiceSheet } from "#web/shell/invoices/invoice-sheet.tsx";
import { InvoiceStatus } from "#web/shell/invoices/invoice-status.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { actsOf, isLosing } from "./acts.ts";
import { useInvoice } from "./invoices.queries.ts";
import { type AskAct, useActs } from "./use-acts.tsx";

/** One invoice: its facts, the PDF, and its actions. */
export function InvoiceScreen() {
  const t = useText();
  const router = useRouter();
  const { id } = useParams({ strict: false }) as { id: string };
  const invoice = useInvoice(Number(id));
  const { ask, question } = useActs(() => router.history.push("/invoices"));
  usePageTitle(invoice.data?.number);
  if (invoice.isPending) return <Skeleton className="h-[70dvh] w-full" />;
  if (invoice.isError)
    return <LoadFailure screen="invoices" error={invoice.error} onRetry={() => void invoice.refetch()} />;
  const { number } = invoice.data;
  return (
    <>
      <PageHeader
        title={number}
        crumbs={[{ label: t("billing.invoices.title"), href: "/invoices" }, { label: number }]}
        note={<InvoiceStatus bill={invoice.data} />}
        actions={<Acts invoice={invoice.data} ask={ask} />}
      />
      <div className="grid gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Facts invoice={invoice.data} />
          <InvoiceSheet bill={invoice.data} />
        </div>
        <InvoicePdf id={invoice.data.id} number={number} />
      </div>
      {question}
    </>
  );
}

/** The most likely action as a button, the others in a menu. */
function Acts({ invoice, ask }: { invoice: InvoiceDetail; ask: AskAct }) {
  const t = useText();
  const [first, ...others] = actsOf(invoice);
  if (first === undefined) return null;
  const more = t("billing.invoices.more_of", { number: invoice.number });
  return (
    <>
      <Button
        variant={first.act === "pay" ? "primary" : isLosing(first.act) ? "quietDanger" : "secondary"}
        icon={first.icon}
        onPress={() => ask(first.act, invoice)}
      >
        {t(`billing.invoices.acts.${first.act}`)}
      </Button>
      {others.length > 0 && (
        <Menu
          label={more}
          trigger={
            <IconButton icon={EllipsisVertical} label={more} hasTooltip={false} className="touch:size-11" />
          }
        >
          {others.map(({ act, icon }) => (
            <MenuItem
              key={act}
              icon={icon}
              label={t(`billing.invoices.acts.${act}`)}
              isDestructive={isLosing(act)}
              onAction={() => ask(act, invoice)}
            />
          ))}
        </Menu>
      )}
    </>
  );
}

function Facts({ invoice }: { invoice: InvoiceDetail }) {
  const t = useText();
  const format = useFormat();
  const money = useMoney();
  const day = (text: string) => <time dateTime={text}>{format.date(dayOf(text))}</time>;
  const { id_user, user_name, billing_start_date, billing_end_date, issued_at, due_date, paid_at } = invoice;
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3">
      <Fact name={t("billing.invoices.total")}>
        <span className="text-lg font-strong">{money(invoice.total, invoice.currency)}</span>
      </Fact>
      <Fact name={t("billing.invoices.customer")}>
        {id_user === null ? (
          <>
            <bdi>{user_name}</bdi>{" "}
            <span className="block text-xs text-ink-muted">{t("billing.invoices.account_gone")}</span>
          </>
        ) : (
          <>
            <Link href={`/edituser/${id_user}`} className="flex min-h-6 w-fit items-center">
              <bdi>{user_name}</bdi>
            </Link>
            <Link href={`/invoices?user=${id_user}`} className="flex min-h-6 w-fit items-center text-xs">
              {t("billing.invoices.all_of")}
            </Link>
          </>
        )}
      </Fact>
      <Fact name={t("billing.invoices.period")}>{period(billing_start_date, billing_end_date, format)}</Fact>
      <Fact name={t("billing.invoices.issued")}>{day(issued_at)}</Fact>
      {paid_at === null ? (
        <Fact name={t("billing.invoices.due")}>{day(due_date)}</Fact>
      ) : (
        <Fact name={t("billing.invoices.paid_at")}>{day(paid_at)}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd data-tabular className="mt-0.5">
        {children}
      </dd>
    </div>
  );
}
