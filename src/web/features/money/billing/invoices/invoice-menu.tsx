import { Download, EllipsisVertical, Eye } from "lucide-react";
import type { Invoice } from "#contract/billing.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { invoiceAddress } from "#web/shell/invoices/invoice-address.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { actsOf, isLosing } from "./acts.ts";
import type { AskAct } from "./use-acts.tsx";

/** Actions on one invoice, where there is no room for buttons. */
export function InvoiceMenu({ invoice, ask }: { invoice: Invoice; ask: AskAct }) {
  const t = useText();
  const language = useLanguage();
  const label = t("billing.invoices.more_of", { number: invoice.number });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton icon={EllipsisVertical} label={label} hasTooltip={false} className="touch:size-11" />
      }
    >
      <MenuItem icon={Eye} label={t("billing.invoices.open")} href={`/invoices/${invoice.id}`} />
      <MenuItem
        icon={Download}
        label={t("billing.invoices.download")}
        href={invoiceAddress(invoice.id, "download", language)}
        download={`${invoice.number}.pdf`}
      />
      <MenuSeparator />
      {actsOf(invoice).map(({ act, icon }) => (
        <MenuItem
          key={act}
          icon={icon}
          label={t(`billing.invoices.acts.${act}`)}
          isDestructive={isLosing(act)}
          onAction={() => ask(act, invoice)}
        />
      ))}
    </Menu>
  );
}
