import { ApiError } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { activate, enter } from "../auth.calls.ts";
import { Heading } from "../heading.tsx";
import { Refusal } from "../refusal.tsx";
import { useSending } from "../use-sending.ts";

export interface ConfirmAddressProps {
  token: string;
  email: string;
  onDead: () => void;
}

/** Requires a press, so that mail scanners that open links do not consume this one. */
export function ConfirmAddress({ token, email, onDead }: ConfirmAddressProps) {
  const t = useText();
  const { send, pending, failure, wait } = useSending<"confirm">();

  async function confirm(): Promise<void> {
    try {
      await enter(await activate({ token }));
    } catch (error) {
      if (error instanceof ApiError && error.code === "LINK_INVALID") onDead();
      throw error;
    }
  }

  return (
    <>
      <Heading title={t("auth.activate.title")}>{t("auth.activate.confirm", { email })}</Heading>
      <div className="flex flex-col gap-4">
        <Refusal failure={failure} wait={wait} />
        <PlainButton
          variant="primary"
          size="lg"
          isPending={pending !== null}
          isDisabled={wait.left > 0}
          onClick={() => void send("confirm", confirm)}
        >
          {t("auth.activate.confirm_submit")}
        </PlainButton>
      </div>
    </>
  );
}
