import { Download, ExternalLink } from "lucide-react";
import { useState } from "react";
import type { Language } from "#contract/languages.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useIsMobile } from "#web/lib/media-query.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { invoiceAddress } from "./invoice-address.ts";

/** Some browsers show a PDF only on its own, and on a phone a page-sized document within a page is unreadable. */
const useCanShow = () => !useIsMobile() && navigator.pdfViewerEnabled !== false;

/** The invoice PDF in either language, to view and to download. */
export function InvoicePdf({ id, number }: { id: number; number: string }) {
  const t = useText();
  const canShow = useCanShow();
  const [language, setLanguage] = useState<Language>(useLanguage());
  return (
    <section aria-label={t("billing.invoices.pdf")} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label={t("billing.invoices.pdf_language")}
          value={language}
          onChange={setLanguage}
          segments={[
            { value: "en", label: "English" },
            { value: "ar", label: "العربية" },
          ]}
        />
        <p className="flex flex-wrap gap-1">
          <Link href={invoiceAddress(id, "view", language)} target="_blank" look={{ variant: "quiet" }}>
            <Icon of={ExternalLink} size="sm" points />
            {t("billing.invoices.open_pdf")}
          </Link>
          <Link
            href={invoiceAddress(id, "download", language)}
            download={`${number}.pdf`}
            look={{ variant: "secondary" }}
          >
            <Icon of={Download} size="sm" />
            {t("billing.invoices.download")}
          </Link>
        </p>
      </div>
      {canShow ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; this is our own paper
        <iframe
          key={language}
          title={t("billing.invoices.pdf_of", { number })}
          src={invoiceAddress(id, "view", language)}
          className="h-[min(80dvh,60rem)] w-full rounded-lg bg-surface ring-1 ring-line"
        />
      ) : (
        <p className="rounded-lg bg-surface p-4 text-ink-muted ring-1 ring-line">
          {t("billing.invoices.no_viewer")}
        </p>
      )}
    </section>
  );
}
