import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { PersonSelect } from "#web/shell/people/person-select.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useGenerate } from "../invoices.queries.ts";

/** Generates a user's invoice now, and shows it. */
export function GenerateDialog({ person, onClose }: { person: number | null; onClose: () => void }) {
  const t = useText();
  const router = useRouter();
  const generate = useGenerate();
  const [user, setUser] = useState(person);
  const [isMissing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    setRefusal(null);
    setMissing(user === null);
    if (user === null) return;
    try {
      const { id, number, user_name } = await generate.mutateAsync(user);
      showToast(
        { tone: "ok", title: t("billing.invoices.generated", { number, name: user_name }) },
        limits.toast.form,
      );
      onClose();
      router.history.push(`/invoices/${id}`);
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  }

  return (
    <Modal
      title={t("billing.invoices.generate_title")}
      isOpen
      onClose={onClose}
      isDismissable={!generate.isPending}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button variant="primary" isPending={generate.isPending} onPress={() => void confirm()}>
            {t("billing.invoices.generate_now")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {refusal !== null && (
          <Banner tone="bad" title={t("errors.failed.invoice_generate")}>
            {refusal}
          </Banner>
        )}
        <p className="text-ink-muted">{t("billing.invoices.generate_text")}</p>
        <PersonSelect
          label={t("billing.invoices.customer")}
          value={user}
          onChange={setUser}
          isRequired
          {...(isMissing && user === null && { error: t("billing.invoices.customer_required") })}
        />
      </div>
    </Modal>
  );
}
